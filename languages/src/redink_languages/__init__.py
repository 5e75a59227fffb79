"""The analysers of redink for languages other than English: `data/XX.npz`, one file for each language."""

from importlib import resources

LANGUAGES = tuple(
    sorted(
        file.name.removesuffix(".npz")
        for file in resources.files("redink_languages").joinpath("data").iterdir()
        if file.name.endswith(".npz")
    )
)
"""Codes of the languages that have an analyser."""
