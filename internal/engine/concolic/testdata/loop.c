// The error is behind a loop over inputs.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
	int state = 0;
	for (int i = 0; i < 12; i++) {
		int in = __VERIFIER_nondet_int();
		if (state == i && in == 1000 + 37 * i)
			state = i + 1;
	}
	if (state == 5)
		reach_error();
	return 0;
}
