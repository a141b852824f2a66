extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static int mc(int n) {
	if (n > 100)
		return n - 10;
	return mc(mc(n + 11));
}

int main(void) {
	int a = __VERIFIER_nondet_int();
	__VERIFIER_assume(a <= 101);
	if (mc(a) != 91)
		reach_error();
	return 0;
}
