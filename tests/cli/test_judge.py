"""`redink judge` as users run it: starts, stops, imports, exports, and refuses what is not safe."""

import gzip
import json
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request

import pytest

from redink import example
from redink.reading.judgements import read_judgements
from tests.cli.running import START, environment, run, start
from tests.judging.client import forms
from tests.judging.samples import pairs, ratings, sentences, votes
from tests.judging.serving import come_in, items_file, serving


@pytest.fixture
def items(tmp_path):
    return items_file(tmp_path, pairs(3))


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_it_starts_serves_and_stops_quietly(items, end):
    with serving(items, people=("anna",)) as server:
        assert server.base.startswith("http://127.0.0.1:")
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        assert "Which error is harder" in come_in(browser, server.links["anna"])
        server.process.send_signal(end)
        stdout, stderr = server.process.communicate(timeout=30)
    assert stderr == b""
    assert stdout == b""
    assert server.process.returncode == (0 if end == signal.SIGINT else -end)


def test_an_answer_that_cannot_be_saved_is_told_to_judge_and_organiser(items):
    resource = pytest.importorskip("resource", reason="only Linux lets others limit a process")
    with serving(items, people=("anna",)) as server:
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        fields = forms(come_in(browser, server.links["anna"]))["/answer"] | {"answer": "first"}
        # No file may grow beyond a byte: what a full disk looks like from within.
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1, 1))
        with pytest.raises(urllib.error.HTTPError) as caught:
            browser.open(f"{server.base}/answer", urllib.parse.urlencode(fields).encode(), timeout=30)
        with caught.value as page:
            assert page.status == 503
            assert "Not saved" in page.read().decode()
        server.process.send_signal(signal.SIGINT)
        _, stderr = server.process.communicate(timeout=30)
    (line,) = stderr.decode().splitlines()
    assert re.fullmatch(r"redink: not saved: answer by 'anna' to 'p\d+': OperationalError: .+", line)


def test_the_last_word_says_where_answers_are(items):
    with start("judge", items, "--no-open", "--port", "0") as process:
        while not process.stdout.readline().startswith(b"organiser"):
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        _, stderr = process.communicate(timeout=30)
    assert process.returncode == 0
    assert "0 answers stored in" in stderr.decode()
    assert "items.sqlite" in stderr.decode()


@pytest.mark.parametrize("name", ["lab.example.org", "https://lab.example.org"])
def test_bug_a_name_without_https_was_taken_without_a_word(items, name):
    with start("judge", items, "--no-open", "--port", "0", "--known-as", name) as process:
        while not process.stdout.readline().startswith(b"organiser"):
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        _, stderr = process.communicate(timeout=30)
    assert ("lab.example.org: without HTTPS" in stderr.decode()) == (name == "lab.example.org")


def test_links_stay_the_same(items):
    links = []
    for _ in range(2):
        with serving(items, people=("anna",)) as server:
            links.append({name: link.partition("/enter/")[2] for name, link in server.links.items()})
    assert links[0] == links[1]


def test_import_and_export(tmp_path):
    systems = [example.path(f"systems/{name}.txt") for name in ("rules", "strong")]
    corpus = ("--source", example.path("source.txt"), "-r", example.path("reference-minimal.txt"))
    judged = example.path("judgements.jsonl")
    assert run("pairs", *systems, *corpus, "--of", judged, "-o", tmp_path / "p.jsonl").returncode == 0
    outs = [tmp_path / name for name in ("out.jsonl", "out.csv", "out.wmt.csv")]
    exports = [part for out in outs for part in ("--export", out)]
    finished = run("judge", tmp_path / "p.jsonl", "--import", judged, *exports)
    assert finished.returncode == 0, finished.stderr
    assert "120 judgements added, 0 already known" in finished.stderr.decode()
    assert f"120 answers in {outs[1]}" in finished.stderr.decode()
    assert [len(out.read_text(encoding="utf-8").splitlines()) for out in outs] == [120, 121, 121]
    assert outs[1].read_text(encoding="utf-8").startswith("left,right,winner,")
    first = json.loads(outs[0].read_text(encoding="utf-8").splitlines()[0])
    assert (first["pair"], first["annotator"], first["answer"]) == ("p001", "hand-1", ">")
    again = run("judge", tmp_path / "p.jsonl", "--import", outs[1], "--export", tmp_path / "again.jsonl")
    assert "0 judgements added, 120 already known" in again.stderr.decode()
    results = [run("agreement", path, "-f", "tsv").stdout for path in (judged, *outs[:2])]
    strip = [[line for line in text.decode().splitlines() if line.startswith("all")] for text in results]
    assert strip[0] == strip[1] == strip[2] != []


@pytest.mark.parametrize(("tasks", "answer"), [(ratings(2), "good"), (votes(2), "no"), (sentences(2), "=1 .")])
def test_csv_is_csv_for_every_task(tasks, answer, tmp_path):
    items, judged = items_file(tmp_path, tasks), tmp_path / "j.jsonl"
    lines = [{"item": one.id, "annotator": "anna", "answer": answer, "task": tasks.task} for one in tasks.items]
    judged.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    assert run("judge", items, "--import", judged, "--export", tmp_path / "o.csv").returncode == 0
    text = (tmp_path / "o.csv").read_text(encoding="utf-8")
    assert text.startswith("item,task,annotator,answer,")
    assert [(one.id, one.answer) for one in read_judgements(tmp_path / "o.csv")] == [
        (one.id, answer) for one in tasks.items
    ]
    packed = tmp_path / "o.csv.gz"
    assert run("judge", items, "--export", packed).returncode == 0
    assert gzip.decompress(packed.read_bytes()).decode() == text
    if tasks.task != "correct":
        shown = [run("agreement", path, "-f", "tsv").stdout for path in (judged, tmp_path / "o.csv")]
        assert shown[0].splitlines()[1:3] == shown[1].splitlines()[1:3] != []


def test_a_form_that_there_is_not_is_refused_before_anything_is_done(items, tmp_path):
    finished = run("judge", items, "--export", tmp_path / "o.jsonl", "--export", tmp_path / "o.tsv")
    assert finished.returncode == 2
    assert "cannot be written as .tsv" in finished.stderr.decode()
    assert [path.name for path in tmp_path.iterdir()] == ["items.jsonl"]


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "example.org"])
def test_beyond_this_machine_links_are_needed(host, items):
    finished = run("judge", items, "--host", host, "--no-tokens", "--no-open")
    assert finished.returncode == 2
    assert "need personal links" in finished.stderr.decode()


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "x" * 61])
def test_names_must_be_names(name, items):
    finished = run("judge", items, "--annotator", name, "--no-open", "--port", 0)
    assert finished.returncode == 2
    assert "is not a name" in finished.stderr.decode()


def test_every_address_is_none_that_can_be_typed(items):
    finished = run("judge", items, "--host", "0.0.0.0", "--no-open")
    assert finished.returncode == 2
    assert "--known-as" in finished.stderr.decode()


def test_an_address_that_cannot_be_had(items):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        finished = run("judge", items, "--port", taken.getsockname()[1], "--no-open")
    assert finished.returncode == 3
    assert "cannot listen on 127.0.0.1" in finished.stderr.decode()


def test_without_the_extra_the_line_to_type_is_told(items):
    code = f"import sys; sys.modules['uvicorn'] = None; {START}"
    finished = subprocess.run(
        [sys.executable, "-c", code, "judge", str(items)],
        capture_output=True,
        env=environment(),
        timeout=60,
        check=False,
    )
    assert finished.returncode == 4
    assert 'type: pip install "redink[web]"' in finished.stderr.decode()


def test_nothing_of_the_web_is_imported_before_it_serves(items, tmp_path):
    code = (
        "import sys; sys.argv = ['redink', 'judge', sys.argv[1], '--export', sys.argv[2]]\n"
        "from redink.cli.main import redink\n"
        "redink.main(standalone_mode=False)\n"
        "print([name for name in ('starlette', 'uvicorn', 'itsdangerous', 'jinja2') if name in sys.modules])"
    )
    finished = subprocess.run(
        [sys.executable, "-c", code, str(items), str(tmp_path / "x.jsonl")],
        capture_output=True,
        env=environment(),
        timeout=60,
        check=True,
    )
    assert finished.stdout.decode().strip() == "[]"


@pytest.mark.parametrize(
    ("text", "said"),
    [("nonsense", "not a file of judging tasks"), ('{"kind": "x", "schema": 1, "task": "pair"}', "'x'")],
)
def test_faults(text, said, tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_text(text, encoding="utf-8")
    finished = run("judge", path, "--no-open")
    assert finished.returncode == 3
    assert said in finished.stderr.decode()
    assert not (tmp_path / "x.sqlite").exists()
