// false --entry f --confirm=off
#include <assert.h>
int f(_Bool *p) { if (p) assert(p[0] + p[1] != 2); return 0; }
