// false --entry f
#include <assert.h>
#include <string.h>
int g = 5; void f(void *p, int n) { if (!p || n < 1 || n > 4) return; g = 5; memset(p, 0, n); assert(g == 5); }
