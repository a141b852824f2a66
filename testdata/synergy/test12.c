// test12: a loop of N rounds, in each of which a lock is taken and, on both branches, given back.
// safe: as that says
// fault: one branch forgets it for one value of an input
// input: (3)
// sizes: 10 1000 1000000
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifndef N
#define N 10
#endif
enum { U, L };
int main(void) {
	int lock = U;
	int x = 0, y = 0;
	for (int i = 0; i < N; i++) {
		lock = L;
		int event = __VERIFIER_nondet_int();
		if (event > 5) {
			x = x + 1;
			lock = U;
		} else {
			y = y + 1;
#ifdef FAULT
			if (event != 3)
#endif
				lock = U;
		}
	}
	if (lock != U)
		reach_error();
	return 0;
}
