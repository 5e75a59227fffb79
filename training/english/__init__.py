"""How `redink-en` is made: text, learner-like noise, a teacher's labels, training, evaluation."""
