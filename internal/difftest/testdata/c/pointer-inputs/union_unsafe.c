// false --entry f
#include <assert.h>
#include <string.h>
union U { int a; float b; } u; void f(int *p) { if (!p) return; u.a = 1; *p = 2; assert(u.a == 1); }
