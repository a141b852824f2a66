extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static int rem;

static int divmod(int a, int b) {
	if (a >= b) {
		int q = divmod(a - b, b);
		return q + 1;
	}
	rem = a;
	return 0;
}

int main(void) {
	int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
	__VERIFIER_assume(0 <= a && a <= 20 && 5 <= b && b <= 9);
	int q = divmod(a, b);
	if (rem < 0 || rem >= b)
		reach_error();
	if (q > 3 && a > 19)
		reach_error();
	return 0;
}
