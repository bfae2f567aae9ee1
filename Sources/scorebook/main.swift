print("scorebook")
