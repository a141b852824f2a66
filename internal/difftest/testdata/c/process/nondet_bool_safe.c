// true
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) { int n = 0; for (int i = 0; i < 4; i++) n += __VERIFIER_nondet_bool(); assert(n < 5); }
