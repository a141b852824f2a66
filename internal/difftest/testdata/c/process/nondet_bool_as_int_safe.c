// true --64 --confirm=off
#include <assert.h>
extern int __VERIFIER_nondet_bool(void);
int main(void) { int b = __VERIFIER_nondet_bool(); assert(b + 1 < 3); }
