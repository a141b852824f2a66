extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void exit(int);

static void check(int d) {
	if (d == 0) {
		exit(0);
		reach_error();
	}
	if (d < 0 || 100 / d > 100 / 3)
		if (d > 0)
			reach_error();
}

int main(void) {
	int d = __VERIFIER_nondet_int(), n = 0;
	if (d != 0 && n / d == 1)
		reach_error();
	check(d);
	if (d == 0)
		reach_error();
	return 0;
}
