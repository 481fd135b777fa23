"""Many tables on one wall: follows the boxes of a room, and stores what their journals say."""
