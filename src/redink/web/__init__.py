"""`redink web`: a local page that explains corrections as they are typed."""
