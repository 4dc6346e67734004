"""What a difference is worth: grade, shrink, confirm, explain, replay."""
