extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static int odd(int n);

static int even(int n) {
	return n == 0 ? 1 : odd(n - 1);
}

static int odd(int n) {
	return n == 0 ? 0 : even(n - 1);
}

int main(void) {
	int n = __VERIFIER_nondet_int();
	__VERIFIER_assume(n >= 0 && n <= 5);
	int e = even(n), o = odd(n);
	if (e + o != 1 || e != 0 && n == 5 - 1)
		reach_error();
	return 0;
}
