// true --entry f --havoc-globals --confirm=off
#include <assert.h>
_Bool g; _Bool a[3];
int f(void) { int n = g; for (int i = 0; i < 3; i++) n += a[i]; assert(n != 5); return 0; }
