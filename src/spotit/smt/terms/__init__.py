"""Hash-consed terms that simplify when they are made, and their interpreter.

"The condition that X" is the Bool term that is true under exactly those assignments for which X holds.
"""
