// Summarising
