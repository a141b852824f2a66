// true --entry f --confirm=off
#include <assert.h>
int f(_Bool *p) { if (p) assert(p[0] + p[1] != 3); return 0; }
