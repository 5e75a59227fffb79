"""Language: tokenised sentences in, analysed tokens out."""
