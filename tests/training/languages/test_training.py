"""Training for any language on a made-up one: it learns, packs, repeats itself byte for byte, and judges itself."""

import gzip

import numpy as np
import pytest

from redink.language.universal.analyser import Analyser
from redink.language.universal.features import TABLES
from redink.language.universal.lemmas import Change
from redink.language.universal.vocabulary import Vocabulary
from training.languages import evaluate, lemma_rules, train
from training.languages.keys import collect_rows
from training.languages.labels import collect
from training.languages.network import Network, Size, new_parameters
from training.languages.noise import Noise
from training.languages.pack import pack
from training.languages.perceptron import Perceptron
from training.languages.treebank import Sentence, Word, read_sentences, read_treebank

NOUNS, VERBS = ("kata", "lumo", "sira"), ("pel", "mor", "tun")


def rows(rng):
    """A sentence `noun verb .`, where -i is the plural of nouns and -as the past of verbs."""
    noun, verb = NOUNS[rng.integers(3)], VERBS[rng.integers(3)]
    plural, past = (rng.random(2) < 0.5).tolist()
    return [
        (noun + "i" * plural, noun, "NOUN", f"Number={'Plur' if plural else 'Sing'}"),
        (verb + ("as" if past else "e"), verb + "e", "VERB", f"Tense={'Past' if past else 'Pres'}"),
        (".", ".", "PUNCT", "_"),
    ]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path, rng = tmp_path_factory.mktemp("ud-xx"), np.random.default_rng(0)
    table = ""
    for part, size in (("train", 120), ("dev", 60), ("test", 30)):
        sentences = [
            "".join(f"{n}\t{form}\t{lemma}\t{pos}\t_\t{feats}\t0\troot\t_\t_\n"
                    for n, (form, lemma, pos, feats) in enumerate(rows(rng), start=1))
            for _ in range(size)
        ]  # fmt: skip
        with gzip.open(path / f"{part}.conllu.gz", "wt") as file:
            file.write("\n".join(sentences) + "\n")
        table += f"| {part} | UD_Made-Up | {'0' * 40} | xx.conllu | all | {size} | {3 * size} |\n"
    (path / "README.md").write_text(table)
    return path


@pytest.fixture(scope="module")
def packed(folder):
    return [make(folder) for _ in range(2)]


def make(folder):
    treebank = read_treebank(folder)
    labels, rows = collect(treebank.train), collect_rows(treebank.train)
    size, parameters = train.train(treebank, labels, rows, np.random.default_rng(1), report=lambda _: None)
    lemmas = lemma_rules.build(word for sentence in treebank.train for word in sentence.words)
    parts = (size, parameters, labels, rows, treebank.train, lemmas, Vocabulary.pack(["kata"]))
    return pack(*parts, evaluate.sure_margins(Analyser(pack(*parts)), treebank.dev))


def test_it_learns_and_repeats_itself(packed, folder):
    assert packed[0] == packed[1]
    analyser = Analyser(packed[0])
    found = evaluate.accuracy(analyser, read_treebank(folder).test)
    assert min(found.pos, found.feats, found.lemma) > 0.9
    assert found.sure_right > 0.9


def test_gradients_are_those_of_the_loss(folder):
    treebank = read_treebank(folder)
    labels, rows, rng = collect(treebank.train), collect_rows(treebank.train), np.random.default_rng(3)
    size = Size(labels.heads, 1, tuple(len(keys) + 1 for keys in rows.keys), width=8, depth=1)
    parameters = {name: value.astype(np.float64) for name, value in new_parameters(size, rng).items()}
    parameters["heads"] = rng.standard_normal(parameters["heads"].shape)
    network = Network(size, parameters)
    batch = train.make_batch([(sentence.words, 0) for sentence in treebank.train[:2]], labels, train.Features(rows))
    _, gradients = network.loss_and_gradients(batch, rng, hide=0.0, dropout=0.0)
    for name in ("weights1", "weights0", "heads", "sources", "bias0", "table0", "table5"):
        place = np.unravel_index(np.abs(gradients[name]).argmax(), gradients[name].shape)
        losses = []
        for step in (1e-4, -1e-4):
            parameters[name][place] += step
            losses.append(network.loss_and_gradients(batch, rng, hide=0.0, dropout=0.0)[0])
            parameters[name][place] -= step
        assert gradients[name][place] == pytest.approx((losses[0] - losses[1]) / 2e-4, rel=0.02, abs=1e-5)


def test_only_parts_that_are_seen_twice_have_a_row():
    twice, once = Word("kata", "kata", "NOUN", "_"), Word("sata", "sata", "NOUN", "_")
    surface = Word("katasata", "kata", "NOUN", "_")
    sentences = [Sentence((twice, twice, once), (twice, surface), "x"), Sentence((once, twice), (surface,), "x")]
    rows = collect_rows(sentences[:1])
    words = [table.name for table in TABLES].index("word")
    assert (rows.of(["kata", "sata", "katasata", "lumo", ""])[:, words] > 0).tolist() == [True, *[False] * 4]
    assert (rows.of(["nata"])[0] > 0).tolist() == [table.name.startswith(("last", "shape")) and "four" not in table.name
                                                   and "five" not in table.name for table in TABLES]  # fmt: skip
    words_of_both = collect_rows(sentences).of(["kata", "sata", "katasata"])[:, words]
    assert sorted(words_of_both.tolist()) == [1, 2, 3]


def test_surface_tokens_join_words(tmp_path):
    cells = ["1-2 im _ _ _", "1 in in ADP _", "2 dem der DET Case=Dat", "3 Haus Haus NOUN _"]
    rows = [cell.split() for cell in cells]
    lines = [f"{n}\t{form}\t{lemma}\t{pos}\t_\t{feats}\t0\t_\t_\t_" for n, form, lemma, pos, feats in rows]
    path = tmp_path / "a.conllu.gz"
    with gzip.open(path, "wt") as file:
        file.write("\n".join(lines) + "\n")
    ((words, surface),) = read_sentences(path)
    assert [word.form for word in words] == ["in", "dem", "Haus"]
    assert surface[0] == Word("im", "in", "ADP", "Case=Dat")


@pytest.mark.parametrize(
    ("form", "lemma"), [("gegangen", "gehen"), ("Häuser", "Haus"), ("ist", "sein"), ("UNO", "UNO"), ("a", "a")]
)
def test_a_change_gives_the_lemma_back(form, lemma):
    change = lemma_rules.change_between(form, lemma)
    assert isinstance(change, Change)
    assert change.apply(form.lower()) == lemma


def test_noise_keeps_labels_with_words(folder):
    treebank = read_treebank(folder)
    noise, rng = Noise(treebank.train), np.random.default_rng(5)
    changed = 0
    for sentence in treebank.train:
        noisy = noise.apply(sentence.words, rng)
        changed += noisy != sentence.words
        assert noisy
        assert {word.pos for word in noisy} <= {word.pos for word in sentence.words}
    assert changed


def test_the_perceptron_learns_the_same_from_the_same_files(folder):
    treebank = read_treebank(folder)
    first, second = (Perceptron(treebank.train) for _ in range(2))
    for sentence in treebank.test:
        forms = [word.form for word in sentence.words]
        assert first.tag(forms) == second.tag(forms) == [word.pos for word in sentence.words]
    assert first.tag(["neva", "runas", "."]) == ["NOUN", "VERB", "PUNCT"]


@pytest.mark.parametrize(
    ("lemma", "tags", "expected"),
    [
        ("수석+연구원+은", "NNG+NNG+JX", "수석연구원"),
        ("지속+되+ㄹ", "NNG+XSV+ETM", "지속되"),
        ("고", "JKQ", "고"),
        ("은+는", "JX+JX", "은"),
        ("이", "VCP+EC", "이"),
        ("+", "SW", "+"),
        ("مُساعِد", "NN", "مساعد"),
        ("خَاصّ", "JJ", "خاص"),
        ("né", "ADJ", "né"),
    ],
)
def test_a_lemma_loses_particles_endings_and_arabic_vowels(tmp_path, lemma, tags, expected):
    path = tmp_path / "train.conllu.gz"
    with gzip.open(path, "wt") as file:
        file.write(f"1\tx\t{lemma}\tNOUN\t{tags}\t_\t0\troot\t_\t_\n\n")
    ((words, _),) = read_sentences(path)
    assert words[0].lemma == expected
