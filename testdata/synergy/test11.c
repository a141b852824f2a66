// test11: a loop of N rounds with branches on inputs in it; what must hold is looked at behind it.
// safe: the lock stays
// fault: one value of an input takes it in the last round
// input: (33)
// sizes: 10 1000 1000000
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifndef N
#define N 10
#endif
enum { U, L };
int main(void) {
	int lock = L;
	int x = 0;
	for (int i = 0; i < N; i++) {
		int event = __VERIFIER_nondet_int();
		if (event > 0)
			x = x + 1;
		else
			x = x - 1;
#ifdef FAULT
		if (i == N - 1 && event == 33)
			lock = U;
#endif
	}
	if (lock != L)
		reach_error();
	return 0;
}
