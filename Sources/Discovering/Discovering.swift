// Discovering
