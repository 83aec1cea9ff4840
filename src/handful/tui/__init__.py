"""The table in a terminal: full screen, or line by line. It is told what is legal, and knows no rule of any game."""
