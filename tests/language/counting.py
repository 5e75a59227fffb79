"""A pipeline that counts: what it is asked to analyse, how often, and in which process."""

import os
from collections import Counter

from redink.errors import InputError
from redink.language.plain import PlainPipeline


class CountingPipeline(PlainPipeline):
    """Works like `plain` and keeps count of every sentence it analyses."""

    def __init__(self):
        self.seen = Counter()
        self.calls = 0

    def analyse(self, sentences):
        self.calls += 1
        asked = [tuple(sentence) for sentence in sentences]
        self.seen.update(asked)
        return super().analyse(asked)


class FussyPipeline(PlainPipeline):
    """Works like `plain` until it meets the word `bad` (our own error) or `kill` (its process dies)."""

    def analyse(self, sentences):
        for sentence in (asked := list(sentences)):
            if "bad" in sentence:
                raise InputError("a bad word", remedy="use a better one")
            if "kill" in sentence:
                os._exit(1)
        return super().analyse(asked)
