"""Files that are not UTF-8: read if their first bytes name the encoding, else refused with the likely ones."""

import warnings
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.errors import InputError, Note, RedinkError
from redink.reading.encodings import likely_encodings
from redink.reading.files import read_lines

TEXTS = {
    "windows-1252": "Élise a déjà mangé une pêche à la fenêtre. Où est le garçon ? Il est très fatigué.",
    "windows-1250": "Příliš žluťoučký kůň úpěl ďábelské ódy. Dnes večer půjdeme do města.",
    "iso-8859-2": "Zażółć gęślą jaźń. Wczoraj byliśmy w Łodzi, a jutro wrócimy do domu.",
    "windows-1251": "Вчера мы были в городе, и завтра мы вернёмся домой.",
    "koi8-r": "Вчера мы были в городе, и завтра мы вернёмся домой.",
    "windows-1253": "Χθες ήμασταν στην πόλη και αύριο θα γυρίσουμε σπίτι.",
    "windows-1256": "ذهبنا أمس إلى المدينة وسنعود غدا إلى البيت",
    "gb18030": "昨天我们在城里，他说明天就会回家。这是我的学校。",
    "big5": "昨天我們在城裡，他說明天就會回家。這是我的學校。",
    "shift_jis": "きのうは町にいました。あした家に帰ります。これは私の学校です。",
    "euc-jp": "きのうは町にいました。あした家に帰ります。これは私の学校です。",
    "euc-kr": "어제 우리는 도시에 있었다. 그는 내일 집으로 돌아간다고 한다.",
}


@pytest.mark.parametrize(("encoding", "text"), TEXTS.items())
def test_the_encoding_is_named_with_its_command_and_nothing_is_read(encoding, text, tmp_path):
    path = tmp_path / "essay.txt"
    path.write_bytes(b"plain\n" + text.encode(encoding) + b"\n")
    assert text in [likely.text for likely in likely_encodings(text.encode(encoding))]
    with pytest.raises(InputError) as caught:
        list(read_lines(path))
    assert str(caught.value.place) == f"{path}:2"
    assert encoding.upper() in caught.value.cause
    assert "iconv -f " in caught.value.remedy
    assert text.split()[0][:5] in caught.value.cause, "the user sees how the text would read"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_a_file_whose_first_bytes_name_its_encoding_is_read_and_the_encoding_is_said(encoding, tmp_path):
    path = tmp_path / "essay.txt"
    path.write_bytes("Où ?\r\n\nça \u2028 ici\n".encode(encoding))
    with pytest.warns(Note, match=f"essay.txt is {encoding.upper()}, as its first bytes say"):
        assert list(read_lines(path)) == ["Où ?", "", "ça \u2028 ici"]
    path.write_bytes("Où ?".encode(encoding)[:-1])
    with pytest.raises(InputError, match=f"the first bytes say {encoding.upper()}, but it is not"):
        list(read_lines(path))


@pytest.mark.parametrize("encoding", ["utf-16le", "utf-16be"])
@pytest.mark.parametrize("text", ["He go home .\nFine .\n", "Où est-il ?\n"])
def test_bug_utf_16_without_its_mark_was_text_with_zeros(encoding, text, tmp_path):
    path = tmp_path / "essay.txt"
    path.write_bytes(text.encode(encoding))
    with pytest.raises(InputError, match=f"this looks like {encoding.upper()}") as caught:
        list(read_lines(path))
    assert f"iconv -f {encoding.upper()} -t UTF-8" in caught.value.remedy


def test_bytes_of_no_language_have_no_likely_encoding(tmp_path):
    path = tmp_path / "noise"
    path.write_bytes(b"\x81\x8d\x8f\x90\x9d\xff\xfe\x00 ")
    with pytest.raises(InputError, match="not UTF-8: byte 0x81 at position 1") as caught:
        list(read_lines(path))
    assert "find out its encoding" in caught.value.remedy


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_the_encoding_moves_no_line(tmp_path_factory, text):
    # Zero first: UTF-16 with its mark then begins as UTF-32 does.
    text = text.lstrip("\ufeff\0") or "a"
    path = tmp_path_factory.getbasetemp() / "any.txt"
    path.write_bytes(b"\xef\xbb\xbf" + text.encode())
    wide = path.with_suffix(".wide")
    wide.write_bytes(text.encode("utf-16"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Note)
        try:
            wanted = list(read_lines(path))
        except InputError:
            assert "\0" in text
        else:
            assert list(read_lines(wide)) == wanted


@given(st.binary())
def test_any_bytes_are_read_or_refused(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "any.bin"
    path.write_bytes(data)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Note)
        with suppress(RedinkError):
            list(read_lines(path))
