// false --64 --confirm=off
#include <assert.h>
extern int __VERIFIER_nondet_uchar(void);
int main(void) { int b = __VERIFIER_nondet_uchar(); assert(b < 255); }
