"""Do corrections keep the meaning? By Choshen and Abend (2018)."""
