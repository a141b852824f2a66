// Hard: a loop of N rounds that no input reaches computes what an input must be.
// safe: two variables go the same way, whatever that is
// fault: the error takes the input that is computed
// input: result(), 0
// sizes: 1000 100000 1000000
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifndef N
#define N 1000
#endif
static unsigned step(unsigned x) {
	return x * 1103515245u + 12345u;
}
#ifdef TESTED
int result(void) {
	unsigned h = 5;
	for (int i = 0; i < N; i++)
		h = step(h);
	return (int)h;
}
#endif
int main(void) {
	unsigned h = 5, g = 5;
	for (int i = 0; i < N; i++) {
		h = step(h);
		g = step(g);
	}
	int x = __VERIFIER_nondet_int();
	if (x == (int)h)
#ifndef FAULT
		if (x != (int)g)
#endif
			reach_error();
	return 0;
}
