extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
	double t = __VERIFIER_nondet_double();
	__VERIFIER_assume(t >= 18 && t <= 21);
	int n = 0, on = 0;
	while (n < 20) {
		if (t <= 19)
			on = 1;
		if (t >= 23)
			on = 0;
		if (on == 1)
			t = t + 0.5;
		else
			t = t - 0.25;
		if (t < 18.5 || t > 23)
			reach_error();
		n++;
	}
	return 0;
}
