#include "CScan.h"
