// CSV
