extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
	int n = __VERIFIER_nondet_int();
	__VERIFIER_assume(n >= -1 && n <= 1000);
	int a = n, b = 0, c = 0;
	while (a > 0 || b > 0) {
		if (a > 0 && (b == 0 || __VERIFIER_nondet_int())) {
			a--;
			b++;
		} else {
			b--;
			c++;
		}
		if (a + b + c != n)
			reach_error();
	}
	if (c != n)
		reach_error();
	return 0;
}
