"""Files beside the bundled example's that runs read: small ones written here, others made by `redink` itself."""

from __future__ import annotations

from tools.recorded_runs.run import Run

BOTH = "-s source.txt -r reference-minimal.txt -r reference-fluent.txt"
ONE = "-s source.txt -r reference-minimal.txt"
TWO = "systems/strong.txt systems/fluent.txt"
THREE = "systems/middling.txt systems/rules.txt systems/stutter.txt"

_GAPS = """S He go home .
A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:TENSE|||went|||REQUIRED|||-NONE-|||1

S Fine day today .
A 0 0|||M:DET|||A|||REQUIRED|||-NONE-|||0

S I likes it .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:SVA|||like|||REQUIRED|||-NONE-|||1

S We was there yesterday night .
A 1 2|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||0
A 3 4|||R:NOUN|||last|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||2
"""
_OVERLAPS = """S He go to home now .
A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0
A 1 3|||R:OTHER|||goes|||REQUIRED|||-NONE-|||0
A 2 3|||U:PREP||||||REQUIRED|||-NONE-|||0

S Fine .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
"""
_TREE = """1\tHe\t_\t_\t_\t_\t2\tnsubj\t_\t_
2\tdid\t_\t_\t_\t_\t0\troot\t_\t_
3\tnot\t_\t_\t_\t_\t2\tadvmod\t_\t_
4\teat\t_\t_\t_\t_\t2\txcomp\t_\t_
5\tit\t_\t_\t_\t_\t4\tobj\t_\t_

1\tAnna\t_\t_\t_\t_\t2\tnsubj\t_\t_
2\tsaw\t_\t_\t_\t_\t0\troot\t_\t_
3\tBen\t_\t_\t_\t_\t2\tobj\t_\t_
"""
_OTHER_TREE = """1\tHe\t_\t_\t_\t_\t2\tnsubj\t_\t_
2\tate\t_\t_\t_\t_\t0\troot\t_\t_
3\tit\t_\t_\t_\t_\t2\tobj\t_\t_

1\tBen\t_\t_\t_\t_\t2\tnsubj\t_\t_
2\tsaw\t_\t_\t_\t_\t0\troot\t_\t_
3\tAnna\t_\t_\t_\t_\t2\tobj\t_\t_
"""
_PASSAGE = (
    '{"id":"1","framework":"ucca","input":"He ate it","nodes":[{"id":0},'
    '{"id":1,"anchors":[{"from":0,"to":2}]},{"id":2,"anchors":[{"from":3,"to":6}]},'
    '{"id":3,"anchors":[{"from":7,"to":9}]}],"edges":[{"source":0,"target":1,"label":"A"},'
    '{"source":0,"target":2,"label":"P"},{"source":0,"target":3,"label":"A"}]}\n'
)
_CHOICES = """srcIndex,judgeId,system1Id,system2Id,system1rank,system2rank
0,anna,strong,rules,1,2
0,anna,strong,orig,1,3
0,anna,rules,orig,2,3
1,anna,strong,fluent,2,1
1,anna,fluent,orig,1,2
1,anna,strong,orig,1,1
2,anna,strong,fluent,1,2
2,ben,strong,rules,1,2
2,ben,strong,stutter,1,3
3,ben,rules,stutter,1,2
3,ben,fluent,stutter,1,2
3,ben,fluent,rules,2,1
0,ben,strong,rules,1,2
0,ben,strong,orig,1,2
"""
_RATINGS = "item,annotator,answer\n" + "".join(
    f"r{number},{person},{answer}\n"
    for number, answers in enumerate(("good good good", "good bad good", "acceptable good bad", "bad bad bad"), 1)
    for person, answer in zip(("anna", "ben", "cleo"), answers.split(), strict=True)
)
_VOTES = "source\tcorrection\tis_correction\n" + "".join(
    f"In my town are two parcs .\tIn my town there are {number} parks .\t{vote}\n"
    for number, votes in (("two", "1101"), ("three", "0010"), ("2", "1110"))
    for vote in votes
)

WRITTEN = (
    ("gaps.m2", _GAPS),
    ("gaps.out", "He goes home .\nA Fine day today .\nI like it .\nWe was there last night .\n"),
    ("gaps.other", "He went home .\nFine day today .\nI likes it .\nWe were there last night .\n"),
    ("overlaps.m2", _OVERLAPS),
    ("overlaps.out", "He goes home now .\nFine .\n"),
    ("learner.conllu", _TREE),
    ("corrected.conllu", _OTHER_TREE),
    ("passage.mrp", _PASSAGE),
    ("other.mrp", _PASSAGE.replace('"label":"P"', '"label":"S"')),
    ("people.tsv", "strong\t5\nfluent\t4\nrules\t3\nmiddling\t2\nstutter\t1\n"),
    ("choices.csv", _CHOICES),
    ("ratings.csv", _RATINGS),
    ("votes.tsv", _VOTES),
    ("raw.txt", "He go home. I cant swim, but she do!\nMr. Lee don't knows.\n"),
    ("raw-corrected.txt", "He goes home. I can't swim, but she does!\nMr. Lee doesn't know.\n"),
    (
        "blocks.txt",
        "He go home .\nHe goes home .\n\nFine day today .\nA fine day today .\n\nI like it .\n\nWe were .\n",
    ),
    ("curve.tsv", "M\tcoverage\n1\t0.1\n2\t0.2\n10\t0.5\n"),
    ("deutsch.txt", "Ich habe gestern ein Apfel gegessen .\nDas ist nicht gut für die Kinder .\n" * 20),
)

PREPARED = Run(
    "prepared",
    (
        "annotate source.txt reference-minimal.txt reference-fluent.txt -o references.m2",
        "annotate source.txt reference-minimal.txt -o minimal.m2",
        "annotate source.txt systems/strong.txt -o strong.m2",
        "annotate source.txt systems/fluent.txt -o fluent.m2",
        "annotate source.txt systems/rules.txt -o rules.m2",
        f"score systems/middling.txt {ONE} -m F0.5 --save results.json",
        f"score {THREE} {BOTH} -m F0.5 GLEU EM M2 --save saved.json --format json -o three.json",
        f"score systems/*.txt {BOTH} -m F0.5 -m GLEU --format json -o scores.json",
        f"score systems/*.txt {BOTH} -m GLEU --per-sentence --format tsv -o sentences.tsv",
        "coverage corrections.tsv -s source.txt --save coverage.json --resamples 100",
        f"difficulty systems/*.txt {ONE} --save-weights own.json --format json -o difficulty.json",
        f"pairs systems/*.txt {ONE} --of judgements.jsonl -o pairs.jsonl",
    ),
    WRITTEN,
    held=True,
)
"""Its files are there in every other run."""
