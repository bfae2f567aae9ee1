// Validating
