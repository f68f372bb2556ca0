"""What can be told about Python source from its syntax. Nothing in here executes what it looks at."""
