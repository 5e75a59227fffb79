"""Long inputs for tests: the example corpus again and again, each round a little other."""

from redink import example


def pairs(count):
    """Give `count` pairs of a source and a correction; a number keeps the rounds apart."""
    sources = example.path("source.txt").read_text().splitlines()
    outputs = example.path("reference-fluent.txt").read_text().splitlines()
    for number in range(count):
        place, turn = number % len(sources), number // len(sources)
        yield f"{sources[place]} {turn}", f"{outputs[place]} {turn}"


def write_pairs(folder, count):
    """Write them as two files; give the paths."""
    source, correction = folder / "source.txt", folder / "correction.txt"
    both = list(pairs(count))
    source.write_text("".join(f"{left}\n" for left, _ in both))
    correction.write_text("".join(f"{right}\n" for _, right in both))
    return source, correction
