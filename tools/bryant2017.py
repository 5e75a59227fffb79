"""The numbers Bryant, Felice and Briscoe (2017) print in Tables 4, 5, 7 and 8, in percent; `None` is their dash."""

from __future__ import annotations

from typing import TypeAlias

Three: TypeAlias = tuple[float | None, ...]
"""P, R, F0.5."""

TEAMS = ("AMU", "CAMB", "CUUI", "IITB", "IPN", "NTHU", "PKU", "POST", "RAC", "SJTU", "UFC", "UMC")


def _number(cell: str) -> float | None:
    return None if cell == "-" else float(cell)


def _rows(text: str, keys: int) -> list[tuple[tuple[str, ...], Three]]:
    split = [line.split() for line in text.strip().splitlines()]
    return [(tuple(cells[:keys]), tuple(map(_number, cells[keys:]))) for cells in split]


TABLE_4: dict[str, Three] = {
    key[0]: numbers
    for key, numbers in _rows(
        """
        AMU 35.01 35.06 32.67 32.22
        CAMB 37.33 37.32 34.92 33.99
        CUUI 36.79 37.64 34.15 34.68
        IITB 5.90 5.97 5.77 5.74
        IPN 7.09 7.69 6.12 6.15
        NTHU 29.92 29.85 26.74 25.74
        PKU 25.32 25.40 23.95 23.62
        POST 30.88 31.02 28.43 28.00
        RAC 26.68 26.89 23.39 23.21
        SJTU 15.19 15.24 15.15 14.90
        UFC 7.84 7.90 7.97 7.90
        UMC 25.37 25.46 23.77 23.53
        """,
        keys=1,
    )
}
"""Team → M2 gold, M2 auto, edit overlap gold, edit overlap auto (F0.5)."""

TABLE_5: dict[tuple[str, ...], Three] = dict(
    _rows(
        """
        AMU Missing 43.61 14.36 30.98
        AMU Replacement 37.19 26.90 34.54
        AMU Unnecessary - - -
        CAMB Missing 46.32 30.00 41.77
        CAMB Replacement 37.37 28.07 35.05
        CAMB Unnecessary 25.51 27.59 25.90
        CUUI Missing 26.71 18.62 24.57
        CUUI Replacement 45.78 22.89 38.15
        CUUI Unnecessary 34.20 33.91 34.14
        IITB Missing 15.38 0.59 2.56
        IITB Replacement 29.85 1.49 6.22
        IITB Unnecessary 46.15 1.55 6.83
        IPN Missing 2.86 0.29 1.04
        IPN Replacement 9.87 3.86 7.53
        IPN Unnecessary 0.00 0.00 0.00
        NTHU Missing 35.34 11.60 25.08
        NTHU Replacement 27.61 19.15 25.37
        NTHU Unnecessary 34.57 16.17 28.16
        PKU Missing 33.33 4.37 14.34
        PKU Replacement 29.62 18.32 26.37
        PKU Unnecessary 0.00 0.00 0.00
        POST Missing 31.14 13.13 24.44
        POST Replacement 33.16 19.32 29.00
        POST Unnecessary 26.32 33.12 27.44
        RAC Missing 1.49 0.27 0.78
        RAC Replacement 29.50 20.87 27.25
        RAC Unnecessary 0.00 0.00 0.00
        SJTU Missing 62.50 4.42 17.24
        SJTU Replacement 50.54 3.43 13.47
        SJTU Unnecessary 17.65 11.51 15.95
        UFC Missing - - -
        UFC Replacement 72.00 2.64 11.52
        UFC Unnecessary - - -
        UMC Missing 40.08 23.57 35.16
        UMC Replacement 34.62 9.69 22.87
        UMC Unnecessary 16.89 17.33 16.98
        """,
        keys=2,
    )
)
"""Team and operation → P, R, F0.5."""

TABLE_7: dict[tuple[str, ...], Three] = dict(
    _rows(
        """
        CAMB M:DET 43.79 51.75 45.18
        CAMB R:DET 19.46 35.37 21.39
        CAMB U:DET 43.75 40.10 42.97
        CAMB DET 36.44 43.17 37.61
        CUUI M:DET 23.86 44.37 26.29
        CUUI R:DET 27.03 24.69 26.53
        CUUI U:DET 36.19 66.97 39.85
        CUUI DET 30.92 52.03 33.65
        """,
        keys=2,
    )
)
"""Team and type → P, R, F0.5."""

TABLE_8: dict[str, Three] = {
    key[0]: numbers
    for key, numbers in _rows(
        """
        AMU 17.14 5.33 11.88
        CAMB 27.22 17.06 24.32
        CUUI 15.69 3.67 9.48
        IITB 28.57 0.94 4.15
        IPN 3.33 0.47 1.51
        NTHU 0.00 0.00 0.00
        PKU 25.00 1.40 5.73
        POST 12.77 2.82 7.48
        RAC 2.96 2.82 2.93
        SJTU 10.00 0.47 1.99
        UFC - - -
        UMC 19.82 9.82 16.47
        """,
        keys=1,
    )
}
"""Team → P, R, F0.5 of multi-token edits."""
