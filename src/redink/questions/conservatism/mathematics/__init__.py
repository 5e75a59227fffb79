"""Sources and corrections in; how much was changed, in which direction, and whether changing pays, out."""
