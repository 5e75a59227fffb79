"""Names of targets in, small files of the right kind out: what a fuzzer changes must first be nearly right."""

from __future__ import annotations

import gzip

from redink import example

_M2 = b"""S He go home .
A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S
A 0 0|||M:OTHER|||Hello .||is there|||REQUIRED|||-NONE-|||0

"""
_XML = b"""<results><ranking-result><ranking-item src-id="1" id="2"><translation rank="1" system="A"/>
<translation rank="2" system="B"/></ranking-item></ranking-result></results>
"""
_CSV = b"srcIndex,judgeId,system1Id,system1rank,system2Id,system2rank\n1,x,A,1,B,2\n"
_TEXT = "He go home .\nHe goes home .\n\nIt 's \u200d caf\u00e9 \u202e .\n".encode()


def seeds(name: str) -> list[bytes]:
    """Give what a target begins from."""
    if name in {"m2", "references"}:
        return [_M2, gzip.compress(_M2)]
    if name == "weights":
        return [example.path("weights.txt").read_bytes()[:600], example.path("weights.json").read_bytes()]
    if name == "rankings":
        return [_XML, _CSV]
    if name == "tables":
        return [example.path("essays.tsv").read_bytes()[:300]]
    return [_TEXT, gzip.compress(_TEXT)]
