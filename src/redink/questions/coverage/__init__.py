"""How much do references cover? By Choshen and Abend (2018)."""
