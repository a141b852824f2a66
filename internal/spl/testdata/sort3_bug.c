extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int hi;

static int order(int a, int b) {
	hi = b;
	if (b < a) {
		hi = a;
		return b;
	}
	return a;
}

int main(void) {
	int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
	x = order(x, y);
	y = hi;
	y = order(y, z);
	z = hi;
	x = order(x, z);
	z = hi;
	if (!(x <= y && y <= z))
		reach_error();
	return 0;
}
