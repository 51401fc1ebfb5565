"""The voice of the screens: how its clips are recorded, and how what was recorded is listened to."""
