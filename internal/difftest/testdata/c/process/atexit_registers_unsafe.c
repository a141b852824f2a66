// false
#include <assert.h>
#include <stdlib.h>

int n;
void h(void) { n++; if (n < 3) atexit(h); else assert(n == 4); }
int main(void) { atexit(h); return 0; }
