// The brass line between rail and face: it lies on the edge of the face and hides the seam. Printed as it lies.

module brass_line() slab(face_z, face_z + brass_height) octagon_ring(rail_width + gap, rail_width + gap + brass_width);
