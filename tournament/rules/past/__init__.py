"""The years before: finished events, read from files of other systems.

ttd             results_list        a file of The Tournament Director; a list of results as CSV
ttd_results                         its places, knock-outs and prizes
ttd_players                         its players and what they bought
ttd_setup                           its levels, chips and prices
ttd_values                          its fields by their kind
own_list                            such a list that Floorman wrote
literal         events    texts     a JavaScript literal; what an event is; which text bytes are
likeness                            whether two files tell of one event
errors                              why a file is refused, and what is said of one that was read

It has more modules because each part of a file of The Tournament Director has one.
"""
