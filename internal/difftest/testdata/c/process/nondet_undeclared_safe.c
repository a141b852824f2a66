// true --64 --confirm=off
#include <assert.h>
int main(void) { long long x = __VERIFIER_nondet_long(); assert(x < 1 || x != x + 4294967296); }
