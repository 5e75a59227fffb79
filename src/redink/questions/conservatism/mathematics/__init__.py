"""Sources and corrections in; how much was changed, and in which direction, out."""
