"""Reading: files in, records out; strict and lossless."""
