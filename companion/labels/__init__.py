"""The text of the stickers on the cards (`codec`), and the sheets they are printed on (`print`)."""
