"""How the analysers of redink-languages are made."""
