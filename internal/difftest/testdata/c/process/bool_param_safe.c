// true --entry f --confirm=off
#include <assert.h>
struct s { _Bool b; int x; };
int f(struct s s, _Bool c) { assert(s.b + c <= 2); return 0; }
