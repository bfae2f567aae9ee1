// Migrating
