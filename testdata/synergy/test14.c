// test14: a loop of N rounds with branches on inputs in a row, and another behind it.
// safe: the error takes what the last loop excludes
// fault: it takes less
// input: (2)
// sizes: 10 1000 1000000
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifndef N
#define N 10
#endif
int main(void) {
	int a = 0, b = 0, c = 0;
	int i, k;
	for (i = 0; i < N; i++) {
		int event = __VERIFIER_nondet_int();
		if (event > 0)
			a = a + 1;
		else
			a = a - 1;
		if (event > 1)
			b = b + 1;
		else
			b = b - 1;
		if (event > 2)
			c = c + 1;
		else
			c = c - 1;
	}
	for (k = i; k > 0; k--)
		a = a ^ b;
#ifdef FAULT
	if (k <= 0)
#else
	if (k > 0)
#endif
		reach_error();
	return 0;
}
