// Hard: in each round two of N locks are taken and given back, by pointers that may be the same.
// safe: one that is held is not taken again
// fault: it is for one value of an input
// input: 1, 1, 1, 9371
// sizes: 2 4 8
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#include "locks.h"
int main(void) {
	while (__VERIFIER_nondet_int()) {
		struct lock *p = some();
		struct lock *q = some();
		int key = __VERIFIER_nondet_int();
		acquire(p);
#ifdef FAULT
		int two = p != q || key == 9371;
#else
		int two = p != q;
#endif
		if (two)
			acquire(q);
		if (key > 0 && two) {
			release(q);
			release(p);
		} else {
			release(p);
			if (two)
				release(q);
		}
	}
	return 0;
}
