// false --entry f
#include <assert.h>
#include <string.h>
struct S { int a, b; }; void f(struct S *s, int *p) { if (!p || !s) return; s->a = 1; *p = 2; assert(s->a == 1); }
