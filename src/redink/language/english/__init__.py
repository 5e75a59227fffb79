"""English inside the package: token lists in, analyses out, with nothing but NumPy."""
