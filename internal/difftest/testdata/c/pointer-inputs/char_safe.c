// true --entry f
#include <assert.h>
#include <string.h>
static int g; void f(char *p) { if (!p) return; g = 1; *p = 2; assert(g == 1); }
