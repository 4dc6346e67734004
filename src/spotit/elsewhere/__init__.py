"""Witnesses on other database systems, in processes that can be killed: does a difference show there too?"""
