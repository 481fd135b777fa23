"""What a sticker on a card says (`codec`), and the sheets it is printed on (`print`)."""
