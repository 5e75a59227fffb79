"""The textbook version of `redink.annotation.sentence_alignment`: every placement is tried, one after the other."""

from functools import cache


def cheapest(sentences, output, cut_costs, strong):
    """Give the least (word cost, cut cost) of all placements."""

    def words_cost(sentence, stretch):
        row = [10 * number for number in range(len(stretch) + 1)]
        for word in sentence:
            before, row = row, [row[0] + 10]
            for number, other in enumerate(stretch):
                together = 0 if word == other else 10 if word[:3] == other[:3] else 20
                row.append(min(before[number] + together, before[number + 1] + 10, row[number] + 10))
        return row[-1]

    def with_added(number, start, passed):
        """Go on at `start`, or after a stretch that is added there."""
        yield rest(number, start, passed)
        for end in range(start + 1, len(output) + 1):
            weak = 40 * ((not strong[start]) + (not strong[end]))
            words, cuts = rest(number, end, True)
            yield words + 10 + 6 * (end - start) + weak, cuts + int(cut_costs[end])

    @cache
    def rest(number, start, passed):
        if not passed:
            return min(with_added(number, start, True))
        if number == len(sentences):
            return (0, 0) if start == len(output) else (10**9, 0)
        words, cuts = min(with_added(number + 1, start, True))
        ways = [(words + 6 * len(sentences[number]), cuts)]
        for end in range(start, len(output) + 1):
            words, cuts = min(with_added(number + 1, end, True))
            ways.append((words + words_cost(sentences[number], output[start:end]), cuts + int(cut_costs[end])))
        return min(ways)

    return rest(0, 0, False)
