"""Results in; tables (terminal, TSV, JSON, Markdown, LaTeX, HTML) and charts (SVG) out. Nothing is computed here."""
