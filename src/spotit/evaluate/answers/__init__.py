"""What methods answer: files in every form, programs, callables; and the query in what a model writes."""
