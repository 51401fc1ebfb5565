"""From street to street: what each family of games does between its betting rounds.

    streets           how a hand begins and what follows a betting round
    stud              up-cards, the bring-in and who acts first
    stud_streets      the streets of stud and the stub
    drawing           draws and reshuffles
    italian           blind openings and the equalising payment of Italian poker
    by_result         games recorded by their result only

May import: `play`, `games`, `cards`, `errors`.
"""
