"""Sentences: the log's verbs, and what the pure rules refuse or remark, in the reader's language."""
