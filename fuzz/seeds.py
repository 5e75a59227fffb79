"""Names of targets in, small files of the right kind out: what a fuzzer changes must first be nearly right."""

from __future__ import annotations

import gzip

from redink import example

_M2 = b"""S He go home .
A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S
A 0 0|||M:OTHER|||Hello .||is there|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

"""
_XML = b"""<appraise-results><error-correction-ranking-result>
<ranking-item src-id="1" id="2" user="x">
<translation rank="1" system="A"/><translation rank="2" system="B C"/></ranking-item>
</error-correction-ranking-result></appraise-results>
"""
_CSV = b"srcIndex,judgeId,system1Id,system1rank,system2Id,system2rank\n1,x,A,1,B,2\n"
_TEXT = "He go home .\nHe goes home .\n\nIt 's \u200d caf\u00e9 \u202e .\n".encode()


def seeds(name: str) -> list[bytes]:
    """Give what a target begins from."""
    if name in {"m2", "references"}:
        return [_M2, gzip.compress(_M2)]
    if name == "weights":
        return [b"3\n3 3 0 1 3\n3\n2 3 3\n", example.path("weights.json").read_bytes()]
    if name == "rankings":
        return [_XML, _CSV]
    if name == "tables":
        return [b"".join(example.path("essays.tsv").read_bytes().splitlines(keepends=True)[:5])]
    return [_TEXT, gzip.compress(_TEXT)]
