// Fig. 8 of the paper: N branches, of which none changes the lock.
// safe: as the paper has it
// fault: the last branch may
// input: (1)
// sizes: 10 100 200 1000
#include "diamonds.h"
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
enum { U, L };
#define D(x) \
	int x = __VERIFIER_nondet_int(); \
	if (__VERIFIER_nondet_int()) \
		x = x + 1; \
	else \
		x = x - 1;
int main(void) {
	int lock = L;
	DIAMONDS
#ifdef FAULT
	if (__VERIFIER_nondet_int())
		lock = U;
#endif
	if (lock != L)
		reach_error();
	return 0;
}
