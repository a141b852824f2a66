// Floating point: an equation, and an infinity.
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);
int main(void) {
	double x = __VERIFIER_nondet_double();
	if (x > 100.0 && x < 200.0)
		if (x - 3.25 == 126.5)
			reach_error();
	return 0;
}
