// false
#include <assert.h>
#include <stdlib.h>

void h(void) { assert(0); }
int main(void) { atexit(h); exit(0); }
