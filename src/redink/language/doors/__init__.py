"""Analyses by other programs: parsed files, UDPipe or Stanza in, what the annotation rules need out."""
