"""Laws about comparisons with the least, the greatest and the number of some rows."""
