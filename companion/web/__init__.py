"""The web server shared by all pages of the box: port, guard, event stream and static files."""
