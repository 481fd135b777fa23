"""`companion labels`: prints the stickers for the cards as a PDF.

`companion.labels.codec` defines the text of a sticker. The modules here: `options` (selection of
labels and sheet), `sheets` (label papers, symbols and positions), `paper`, `pages` and `ruler` (the
PDF and its test page).
"""
