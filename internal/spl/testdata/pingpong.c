extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static int b;

static int pong(int n);

static int ping(int n) {
	b = 0;
	if (n > 0 && !__VERIFIER_nondet_int())
		return pong(n - 1) + 1;
	return 0;
}

static int pong(int n) {
	b = 0;
	int a = 0;
	if (n > 0 && !__VERIFIER_nondet_int()) {
		a = ping(n - 1);
		b++;
	}
	return a;
}

int main(void) {
	int n = __VERIFIER_nondet_int();
	__VERIFIER_assume(n >= 0 && n <= 6);
	int a = ping(n);
	if (!(a == b || a == b + 1))
		reach_error();
	if (a + b > n)
		reach_error();
	return 0;
}
