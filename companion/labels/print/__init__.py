"""The stickers on the cards, as pages for a printer: `companion labels`.

What a sticker says is written in `companion.labels.codec`; here is how it looks and where on the paper it
lies: `choice` (which labels), `sheets` (the label papers), `symbols` (what the reader sees), `faces` (what
people see), `placing` (where things lie), `pages` and `ruler` (the PDF and its test page).
"""
