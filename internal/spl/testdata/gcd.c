extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static int gcd(int a, int b) {
	while (a != b) {
		if (a > b)
			a -= b;
		else
			b -= a;
	}
	return a;
}

int main(void) {
	int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
	__VERIFIER_assume(1 <= a && a <= 12 && 1 <= b && b <= 12);
	int g = gcd(a, b);
	if (g < 1 || g > a || g > b)
		reach_error();
	if (a % g != 0 || b % g != 0)
		reach_error();
	if (g > 6 && a != b)
		reach_error();
	return 0;
}
