"""What every page of the box is served with: the port, the guard, the feed, and files that pages share."""
