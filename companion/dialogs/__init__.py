"""The dialogs on the box: pictures and keys, as pure values."""
