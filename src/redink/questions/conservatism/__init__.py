"""How much do systems change? By Choshen and Abend (2018)."""
