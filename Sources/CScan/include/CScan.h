#ifndef CSCAN_H
#define CSCAN_H
#include <stdint.h>
#endif
