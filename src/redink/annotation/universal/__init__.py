"""The error types for any language: two analysed spans in, a coarse type, and a finer one below it when sure, out."""
