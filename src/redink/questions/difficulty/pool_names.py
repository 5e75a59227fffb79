"""The names of the weight pools that redink carries, and who judges in each."""

POOLS = {
    "conll14": "the 12 teams of the CoNLL-2014 shared task",
    "conll14-newer": "7 systems of 2016 to 2019 on the same sentences",
    "conll14-all": "all 19 of them",
}
