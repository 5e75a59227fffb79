"""The words of the page on Choshen's thesis; its numbers are in `choshen_thesis`."""

from __future__ import annotations

INTRODUCTION = """# Choshen's thesis, made again

This page has the table and the figures of the thesis in order, with the printed numbers beside ours, and the command
for each. The main claims hold; three errata are marked. *Conservatism and Over-conservatism in Grammatical Error
Correction* (Leshem Choshen, Hebrew University) asks why systems change less than people do.
[Conservatism](../conservatism.md), [coverage](../coverage.md) and [faithfulness](../faithfulness.md) explain the
measures and have more numbers. `python -m tools.paper_pages ../shared --paper choshen-thesis` writes this page and its
pictures, and a test compares them with the numbers.

The source of the thesis that we have ends in chapter 4 and lacks the plots, so we could not read numbers from the
figures. *Printed* numbers are in the text; *only drawn* numbers are not. *Released* numbers and outputs were published
later by the author (Choshen and Abend 2018). *Ours* is computed by redink. RoRo, JMGR and char are three systems of
2016: Rozovskaya and Roth, Junczys-Dowmunt and Grundkiewicz, Xie et al.

| | outcome |
| --- | --- |
| Figure 1 | the claim holds, with 31 to 33 sentences where 36 are printed |
| Figure 2 | the claims hold for the released picks; the 100-best list is not public |
| Table 1 | the same digits from the released estimates; the first number is an artefact |
| Figure 3 | the same digits; the number is not an agreement coefficient |
| Figure 4 | close to the printed numbers, but M = 10 without replacement is not "above .47" |
| Figure 5 | near the released intervals, but only if sampled in another way than the text says |
| Figure 6 | all 15 intervals overlap the released ones; the tests agree with the text |

The commands below use these names:

```sh
D=../shared/data
TEAMS="$D/conll14-teams/AMU $D/conll14-teams/CAMB ..."  # the 12 teams, RoRo, JMGR, char
GOLD="-s $D/conll14-teams/INPUT -r $D/conll14-official/noalt/official-2014.0.m2
 -r $D/conll14-official/noalt/official-2014.1.m2"
CROWD="$D/choshen-crowd/corrections.tsv --where batch=2634540 --where batch=2612793 --where batch=2626033
 --drop-punctuation"
```"""

FIGURE_1 = """## Figure 1: the prevalence of changes (§2)

```sh
redink conservatism $TEAMS $GOLD --no-edits --documents essays.tsv essay --figures pictures
```

`essays.tsv` has the essay of each sentence, from the `<DOC>` tags of `official-2014.0.sgml`."""

FIGURE_1_WHY = """The two gold numbers are those of annotators A and B. `exact` counts every changed word, as the text
says. `approx` counts only large changes of the lemma, as the released program does. The printed numbers are counted by
`approx`. The remaining difference has two causes. The lemmatisers differ (the program has WordNet's, `approx` the lists
of redink-en). The author's texts delete passages marked as unclear (`Um`), and redink leaves them; with `Um` deleted,
gold A has 33. The 136 sentences without corrections are exactly those of the author's texts. The introduction counts 12
correctors, the set-up names 14, and the released results have a 15th (JMGR)."""

FIGURE_1_TABLE = """Words are counted by `approx` here; [Conservatism](../conservatism.md) has `exact` and ratios.
"Often an order of magnitude more" holds for six words or more, and for splits and merges. The released program swaps
the names of splits and merges; this table has them right. RoRo's merges are not real: its output begins sentences with
small letters. We do not have the second corpus of the thesis, the TreeBank of Learner English; the page on conservatism
has JFLEG and CoNLL-2013."""

FIGURE_2 = """## Figure 2: conservatism after oracle re-ranking (§3.1)

```sh
redink conservatism $D/choshen-results/reranking/first_rank_results* $GOLD --no-edits --ci --documents essays.tsv essay
```

The thesis prints three claims and no number: with more references, picks from RoRo's 100-best list change more words,
word order does not change significantly, and splits do not change. The 100-best list is not public. The picks are
public, and we measured them again (`exact`, with 95 % intervals)."""

FIGURE_2_WHY = """All three claims hold. The first holds only as a tendency: the rise is not steady (M = 6 and 10 fall
back), and the intervals of neighbours overlap. The thesis speaks of 12 references, the two official ones and the ten of
Bryant and Ng. But two of the ten are the official ones (A3 has the same texts as gold B, A7 as gold A in all but 5
sentences), so there are ten people. [Conservatism](../conservatism.md#oracle-re-ranking) repeats the experiment with
the outputs of 15 systems instead of the list, and shows why the order of the references matters."""

CROWD = """## Data: corrections of the crowd (§3.2)"""

CROWD_WHY = """The released counts have 48 sentences, as printed, with up to 71 corrections each; how they were cleaned
is not documented. The released program drops sentences that 8 workers left alone, and keeps 38. 18 of the sentences are
from the test set of 2014, and 34 from the test set of 2013."""

TABLE_1 = """## Table 1: mass and number of variants (§3.3)

```sh
redink coverage $CROWD --fold-case --left-alone 0.46 --unseen zou -m none
```

The table has the mean number of corrections with a probability of γ or more and, in brackets, their total probability
(mass). `zou` is UnseenEst, the method of the thesis. It was used on the released counts, and on the table of
corrections (the command above). `vv` is our default."""

TABLE_1_WHY = """The released estimates give the printed table. `zou` on the same counts differs because several
solutions fit equally well, and another solver (HiGHS instead of cvxopt) stops at another one.

**Erratum.** "Over 1000 corrections" is an artefact. The estimate depends on the smallest probability that it may use;
the released program has 1/(100n) for n corrections. Other values fit the same counts as well:"""

TABLE_1_FLOORS = """The rows from γ = .01 on, and coverage with up to n references, hardly change. redink never prints
the number without this smallest probability."""

FIGURE_3 = """## Figure 3: "IAA" of corrections by frequency (§3.3)

```sh
redink coverage $CROWD --fold-case --left-alone 0.46 -m none --validity $D/choshen-crowd/validity.tsv
```"""

FIGURE_3_WHY = """**Erratum.** The "mean IAA" is the mean share of yes among three votes on whether a text is a valid
correction; it does not measure agreement. The share shows that rare corrections are mostly valid,
and the argument of the thesis needs only this. The judges agree with each other only a little."""

FIGURE_4 = """## Figure 4: accuracy and Exact Index Match by M (§3.4)

```sh
redink coverage $CROWD --fold-case --left-alone 0.46 --unseen zou -m none -M 1-20
```

The thesis samples 1,000 times from the released estimates; we compute the expectation exactly. *Counts* is the unbiased
estimate from the counts alone, which needs no estimate of unseen corrections. *Table* is the command above, on 49
sentences. *One annotator* gives M distinct references (without replacement; 200 simulated annotators per sentence)."""

FIGURE_4_WHY = """Otherwise the released estimates agree with the text within .015. The counts
give less at small M, because the estimates put too much mass on frequent corrections. The table gives less again,
because it lacks the undocumented cleaning. "Below .5 with two references" is clearly true. [Coverage](../coverage.md)
has the distribution of the accuracy (Poisson binomial), and
[conservatism](../conservatism.md#when-does-correcting-pay) the condition under which correcting pays."""

FIGURE_5 = """## Figure 5: F0.5 of a perfect corrector by M (§3.4)

```sh
redink coverage $CROWD --left-alone 0.16 --draw distinct -m M2 -M 1-10 --match exact --resamples 100
redink coverage $CROWD --left-alone 0.46 --fold-case --draw independent -m M2 -M 1-10 --match exact --resamples 100
```

The intervals are made as in the thesis: one test set is drawn, and its 1,312 sentences are resampled (BCa, 95 %; 100
resamples here, 1,000 there). The score is the expectation over all test sets."""

FIGURE_5_WHY = """**Erratum.** The text says that output and references are drawn from people's corrections with
replacement, so frequent corrections are drawn often (`independent`). The released intervals fit only if each *distinct*
correction is equally likely and none is drawn twice (`distinct`), and if the sentences are the 38 that the program
keeps. By the rule of the text, .42 with two references is too low by about .1. `people`, which never compares a person
with himself, gives .50 ([coverage](../coverage.md#checked-against-the-released-results)). Our edits come from
redink-en, those of the thesis from its word alignment."""

FIGURE_6 = """## Figure 6: current systems with M = 2 (§3.5)

```sh
redink score $TEAMS $GOLD -m M2 --ci --interval bca
redink compare $BEST $GOLD -m M2 --test bootstrap --ignore-whitespace-casing  # BEST: RoRo, char, CAMB, CUUI, AMU
```

The thesis prints no number for this figure. It says that the best system is significantly better than the second, but
that the second is not better than the third and fourth. The source without changes scores 0, as in the figure."""

FIGURE_6_WHY = """Systems that share a letter do not differ significantly (paired bootstrap, 1,000 resamples, Holm). The
released intervals fit the scores of the M2 scorer; RoRo's stored text begins sentences with small letters, so its edits
of case alone are left out. Letters: RoRo is better than all others, and CAMB, CUUI and AMU do not differ. The claim of
the text therefore holds without char, which was added to the figure later: RoRo, CAMB, CUUI, AMU. The thesis compares
intervals, which is a weaker test than a paired one. JMGR is not in the text."""

CHAPTER_4 = """## Chapter 4: semantic faithfulness

Our source of the thesis has no table or figure of this chapter. The paper that followed has these numbers:"""

CHAPTER_4_WHY = """Our numbers are for the released essays, sentence by sentence, by the printed definition of USim. The
paper has more essays and its own normalisation of graphs. For the rule of its program, whole essays, and USim-UD
without any annotation see [faithfulness](../faithfulness.md#measured-on-ucca-essays-and-on-conll-2014)."""
