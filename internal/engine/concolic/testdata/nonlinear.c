// A product of two inputs: one is taken from a run if the solver gives up.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
	int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
	if (x * x * y == 1250 && x > 1 && x < 100)
		reach_error();
	return 0;
}
