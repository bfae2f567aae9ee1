// Reading
