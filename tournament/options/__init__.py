"""What a row of the settings says, and the settings that are kept together in one column: below the models, so that a
tournament knows its own.
"""
