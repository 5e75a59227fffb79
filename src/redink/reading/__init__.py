"""Read: files to records, strict and lossless."""
