"""Every word of the list that comes with redink."""

from redink.annotation.word_list import DATA_FILE


def all_words() -> list[str]:
    """Give the words in the order of their UTF-8 bytes."""
    return DATA_FILE.read_bytes().decode().splitlines()
