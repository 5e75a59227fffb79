"""The two hash functions as Austin Appleby's C++ has them: one string or key at a time, in plain integers."""

from __future__ import annotations

ALL = 2**64 - 1


def murmur_64a(text: bytes, seed: int = 1) -> int:
    """Give MurmurHash64A of a string."""
    times, far = 0xC6A4A7935BD1E995, 47
    hashed = seed ^ (len(text) * times & ALL)
    whole = len(text) // 8 * 8
    for start in range(0, whole, 8):
        block = int.from_bytes(text[start : start + 8], "little") * times & ALL
        block = (block ^ block >> far) * times & ALL
        hashed = (hashed ^ block) * times & ALL
    if rest := text[whole:]:
        hashed = (hashed ^ int.from_bytes(rest, "little")) * times & ALL
    hashed = (hashed ^ hashed >> far) * times & ALL
    return hashed ^ hashed >> far


def murmur_3(key: int, seed: int) -> list[int]:
    """Give the four 32-bit numbers of MurmurHash3 (x64, 128 bits) of a key's eight bytes."""
    first = key * 0x87C37B91114253D5 & ALL
    first = (first << 31 | first >> 33) & ALL
    first = first * 0x4CF5AD432745937F & ALL ^ seed
    second = seed ^ 8
    first = (first ^ 8) + second & ALL
    second = second + first & ALL
    first, second = _mixed(first), _mixed(second)
    first = first + second & ALL
    second = second + first & ALL
    return [half >> shift & 0xFFFFFFFF for half in (first, second) for shift in (0, 32)]


def _mixed(half: int) -> int:
    for times in (0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53):
        half = (half ^ half >> 33) * times & ALL
    return half ^ half >> 33
