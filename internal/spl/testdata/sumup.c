extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static int sum(int n) {
	return n > 0 ? sum(n - 1) + n : 0;
}

int main(void) {
	int n = __VERIFIER_nondet_int();
	__VERIFIER_assume(n <= 10);
	int s = sum(n);
	if (n < 0 && s != 0)
		reach_error();
	if (n >= 0 && 2 * s != n * (n + 1))
		reach_error();
	return 0;
}
