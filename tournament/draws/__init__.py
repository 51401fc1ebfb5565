"""Draws that anybody can make again: where the numbers come from, what is promised before, what a file of one says.

check_draw       the protocol TD-DRAW/1, in one file that runs alone: python check_draw.py draw.json
chance           the source of a draw as an argument, and the steps that it witnesses
"""
