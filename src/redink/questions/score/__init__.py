"""How well do systems correct? Scores, comparisons, slices, and the gate."""
