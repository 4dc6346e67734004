"""Dates as integer terms: the calendar, moments, strftime, and the date functions."""
