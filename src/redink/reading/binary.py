"""The first bytes of a file in; what it is and what to do about it, if it is no text, out."""

from __future__ import annotations

from redink.errors import InputError, Place

_KINDS = {
    b"PK\x03\x04": ("a ZIP archive, or a document of Word, Excel or LibreOffice", "unpack it: unzip {}; or save the "
        "document as plain text in UTF-8"),
    b"\xfd7zXZ\0": ("packed with xz", "unpack it: unxz --keep {}"),
    b"BZh": ("packed with bzip2", "unpack it: bunzip2 --keep {}"),
    b"7z\xbc\xaf\x27\x1c": ("a 7-Zip archive", "unpack it: 7z x {}"),
    b"Rar!\x1a\x07": ("a RAR archive", "unpack it: unrar x {}"),
    b"%PDF-": ("a PDF document", "take its text out: pdftotext {}"),
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": ("a document of Word or Excel", "save it as plain text in UTF-8"),
    b"PAR1\x15": ("Parquet", "give it a name that ends in .parquet"),
}  # fmt: skip
"""What files are that begin with these bytes, and what to do about it."""
_BZIP2_BLOCK = b"1AY&SY"
LONGEST = 10
"""So many first bytes tell the kind of a file."""
_CONTROL = bytes({*range(32)} - set(b"\t\n\v\f\r\x1b"))
_FEWEST, _SHARE = 4, 0.02
"""So many control characters, and this share, no text has."""


def refuse_binary(start: bytes, name: str) -> None:
    """Refuse a file that begins as archives and documents do."""
    for magic, (kind, remedy) in _KINDS.items():
        # A text may begin with BZh; bzip2 goes on with a digit and the mark of a block.
        if start.startswith(magic) and (magic != b"BZh" or start[4:LONGEST] == _BZIP2_BLOCK):
            raise InputError(f"this is not a text: it is {kind}", place=Place(name), remedy=remedy.format(name))


def is_binary(data: bytes) -> bool:
    """Tell bytes that are no text in any encoding of one or two bytes a character."""
    controls = len(data) - len(data.translate(None, _CONTROL))
    return controls >= max(_FEWEST, _SHARE * len(data))
