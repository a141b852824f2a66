// false --entry f
#include <assert.h>
#include <string.h>
int g; void f(void *p) { if (!p) return; int *q = p; g = 1; *q = 2; assert(g == 1); }
