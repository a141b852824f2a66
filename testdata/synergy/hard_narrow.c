// Hard: the rounds of a loop are an input up to N; one number of rounds, and one input behind it, are all that the error takes.
// safe: the lowest three bits of what is computed are always 5
// fault: N - N / 8 rounds lead to what was computed before
// input: N - N / 8, 4711
// sizes: 1000 100000 1000000
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifndef N
#define N 1000
#endif
static unsigned step(unsigned x) {
	return x * 69073u + 98760u;
}
int main(void) {
	int n = __VERIFIER_nondet_int();
	unsigned h = 5, target = 5;
	if (n < 0 || n > N)
		return 0;
	for (int i = 0; i < N - N / 8; i++)
		target = step(target);
	for (int i = 0; i < n; i++)
		h = step(h);
#ifdef FAULT
	if (h == target)
#else
	if (h == target + 1)
#endif
		if (__VERIFIER_nondet_int() == 4711)
			reach_error();
	return 0;
}
