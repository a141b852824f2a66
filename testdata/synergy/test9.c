// test9, like Fig. 7: the equation is in a function, and its solution is excluded in front of it.
// safe: 10 solves x + x == x + 10, nothing else
// fault: 12 is excluded in its place
// input: 10, 25
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifdef FAULT
#define EXCLUDED 12
#else
#define EXCLUDED 10
#endif
static int twice(int x) {
	return 2 * x;
}
int main(void) {
	int x = __VERIFIER_nondet_int();
	int y = __VERIFIER_nondet_int();
	if (x != y && x != EXCLUDED)
		if (twice(x) == x + 10)
			reach_error();
	return 0;
}
