"""`companion labels`: prints the stickers for the cards as a PDF.

`companion.labels.codec` defines the text of a sticker. The modules here: `choice` (which labels),
`sheets` (label papers), `symbols` (what the reader scans), `faces` (what people read), `placing`
(positions), `pages` and `ruler` (the PDF and its test page).
"""
