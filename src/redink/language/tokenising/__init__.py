"""Running text in; tokens with the offset of their first character out."""
