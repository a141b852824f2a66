// test13, like Fig. 8: N branches in front of which a lock is taken if an input says so, and behind which it is given back if it is held.
// safe: it is never held in the end
// fault: one branch takes it when it is not held
// input: (1)
// sizes: 10 100 1000
#include "diamonds.h"
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
enum { U, L };
#define D(x) \
	int x = 0; \
	if (__VERIFIER_nondet_int() > 0) \
		x = x + 1; \
	else \
		x = x - 1;
int main(void) {
	int want = __VERIFIER_nondet_int();
	int lock = U;
	if (want == 4)
		lock = L;
	DIAMONDS
#ifdef FAULT
	if (__VERIFIER_nondet_int() == 1)
		lock = L;
#endif
	if (want == 4)
		lock = U;
	if (lock != U)
		reach_error();
	return 0;
}
