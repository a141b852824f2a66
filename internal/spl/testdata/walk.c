extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
	int x = 10, n = 0;
	while (n < 5 && (__VERIFIER_nondet_int() || __VERIFIER_nondet_int())) {
		int d = __VERIFIER_nondet_int();
		__VERIFIER_assume(d >= -1 && d <= 1);
		x = x + d;
		n = n + 1;
		if (x < 5)
			reach_error();
	}
	if (x > 15)
		reach_error();
	return 0;
}
