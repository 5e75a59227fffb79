"""A metric module for Hugging Face `evaluate`; `evaluate.load` wants a file with the name of its folder."""
