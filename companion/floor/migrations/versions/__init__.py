"""Each change of the schema, numbered."""
