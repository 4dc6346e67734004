"""Functions of SQL that turn a text into a text: each turns a classifier of results into one of arguments.

`f(target)` labels a text x as `target` labels the result of the SQL function for x.
"""
