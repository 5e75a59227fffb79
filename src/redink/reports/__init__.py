"""Show: results to tables (terminal, TSV, JSON, Markdown, LaTeX, HTML) and charts (SVG). Nothing is computed here."""
