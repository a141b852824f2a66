extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static int sign(int x) {
	if (x < 0)
		return -1;
	return x == 0 ? 0 : 1;
}

int main(void) {
	int x = __VERIFIER_nondet_int();
	__VERIFIER_assume((x <= -3 || x >= 3) && !(x == 5 || x < -100 || x > 100));
	int s = sign(x), a = x * s;
	if (s == 0 || a < 3 || a > 100)
		reach_error();
	if (x > 4 && a < 6)
		reach_error();
	return 0;
}
