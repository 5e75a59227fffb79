"""How hard were the errors? By Gotou et al. (2020)."""
