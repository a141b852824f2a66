// false --entry f
#include <assert.h>
#include <string.h>
struct S { int a, b; } s; void f(int *p) { if (!p) return; s.a = 1; *p = 2; assert(s.a == 1); }
