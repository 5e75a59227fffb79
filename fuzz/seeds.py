"""Names of targets in, small files of the right kind out: what a fuzzer changes must first be nearly right."""

from __future__ import annotations

import gzip
import tempfile
from io import BytesIO
from pathlib import Path

import msgspec

from redink import example

_M2 = b"""S He go home .
A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S
A 0 0|||M:OTHER|||Hello .||is there|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

"""
_CHERRANT = """S 他 去 去 家 。
T0-A0 他 去 家 。
A 1 2|||R|||-NONE-|||REQUIRED|||-NONE-|||0
T0-A1 他 去 家 。
A 2 3|||R|||-NONE-|||REQUIRED|||-NONE-|||0
T1 无法标注
A -1 -1|||NA|||-NONE-|||REQUIRED|||-NONE-|||1

""".encode()
_PARA = ["1\t他去去家。\t他去家。\t没有错误\n".encode(), b"1\tHe go .\tHe goes .\tHe went .\n2\tFine .\tFine .\n"]
_XML = b"""<appraise-results><error-correction-ranking-result>
<ranking-item src-id="1" id="2" user="x">
<translation rank="1" system="A"/><translation rank="2" system="B C"/></ranking-item>
</error-correction-ranking-result></appraise-results>
"""
_CSV = b"srcIndex,judgeId,system1Id,system1rank,system2Id,system2rank\n1,x,A,1,B,2\n"
_UCCA = b"""<root annotationID="0" passageID="7"><attributes />
<layer layerID="0"><attributes /><node ID="0.1" type="Word"><attributes paragraph="1" text="go" /></node></layer>
<layer layerID="1"><attributes /><node ID="1.1" type="FN"><attributes />
<edge toID="1.2" type="H"><attributes /></edge></node><node ID="1.2" type="FN"><attributes />
<edge toID="0.1" type="Terminal"><attributes /></edge></node></layer></root>
"""
_MRP = b"""{"id": "7", "framework": "ucca", "input": "He went .",
"nodes": [{"id": 4}, {"id": 5, "anchors": [{"from": 0, "to": 2}]}, {"id": 6, "anchors": [{"from": 3, "to": 7}]}],
"edges": [{"source": 4, "target": 5, "label": "A"}, {"source": 4, "target": 6, "label": "P"}]}
""".replace(b"\n", b" ")
_CONLLU = b"""# sent_id = 1
1\tHe\the\tPRON\t_\t_\t4\tnsubj\t_\t_
2-3\tdoesn't\t_\t_\t_\t_\t_\t_\t_\t_
2\tdoes\tdo\tAUX\t_\t_\t4\taux\t_\t_
3\tn't\tnot\tPART\t_\t_\t4\tadvmod\t_\t_
4\tgo\tgo\tVERB\t_\t_\t0\troot\t_\t_

"""
_CORRECTIONS = b"source\tworker\tcorrection\nHe go .\tw1\tHe goes .\nHe go .\tw2\tHe went .\n"
_NBEST = [b"0 ||| He goes . ||| x=1 ||| -1.5\n0 ||| He go . ||| x=1 ||| -2\n", b"He goes .\nHe go .\n\nYes\n"]
_TEXT = "He go home .\nHe goes home .\n\nIt 's \u200d caf\u00e9 \u202e .\n".encode()


_OTHERS = {
    "ucca": [_UCCA],
    "mrp": [_MRP],
    "conllu": [_CONLLU],
    "corrections": [_CORRECTIONS],
    "nbest": _NBEST,
    "para": _PARA,
    "json_lines": [b'{"source": "He go .", "reference": ["He goes .", "He went ."], "output": "He go ."}\n'],
    "scores": [
        b'{"systems": [{"name": "A", "scores": [{"measure": "M2", "value": 0.5}]}]}',
        b"system\tsentence\tM2\tI\nA\t0\t0.5\t-\n",
        b"m2\ts-t\tset\tA\t3\t0.5\n",
    ],
    "essays": [b"### essay_id = 1\n# My day\n\nHe go home.\n\n### essay_id = 2\nYes.\n"],
    "aligning": [b"He goes home . It rains a lot\nhere . Fine .\nI like it , too .\n"],
    "cleaning": [
        b'Sure! Here is the corrected sentence: "He goes home ."\n```\n1. He goes .\n```\nI cannot do that.\n'
    ],
    "tokenisers": ["He don't go to U.S. e.g. :) a-b l'arbre 我去 👍🏽 x.org/a 5km.\n".encode()],
}


def seeds(name: str) -> list[bytes]:
    """Give what a target begins from."""
    if name in {"m2", "references"}:
        # As references, several sequences of edits are warned of.
        return [_M2, gzip.compress(_M2), *([_CHERRANT] if name == "m2" else [])]
    if name == "weights":
        return [b"3\n3 3 0 1 3\n3\n2 3 3\n", example.path("weights.json").read_bytes()]
    if name == "rankings":
        return [_XML, _CSV]
    if name == "tables":
        return [b"".join(example.path("essays.tsv").read_bytes().splitlines(keepends=True)[:5])]
    if name == "judgements":
        lines = example.path("judgements.jsonl").read_bytes().splitlines(keepends=True)
        return [b"".join(lines[:2]), b"pair,left,right,winner,annotator\np1,51:14-15:at,18:3-3:a,left,x\n"]
    if name == "tasks":
        return [_tasks()]
    if name == "parquet":
        return [_parquet()]
    if name in _OTHERS:
        return _OTHERS[name]
    return [_TEXT, gzip.compress(_TEXT)]


def _parquet() -> bytes:
    import pyarrow
    from pyarrow import parquet

    out = BytesIO()
    parquet.write_table(
        pyarrow.table({"source": ["He go ."], "reference": [["He goes ."]], "output": ["He go ."]}), out
    )
    return out.getvalue()


def _tasks() -> bytes:
    """Sample two pairs of the bundled example."""
    from redink.judging.draw import pairs
    from redink.reading.judging_tasks import write_tasks

    tasks = pairs(example.load(), pipeline="plain").tasks
    with tempfile.NamedTemporaryFile() as file:
        write_tasks(file.name, msgspec.structs.replace(tasks, items=tasks.items[:2]))
        return Path(file.name).read_bytes()
