// Safe: four paths, one of them infeasible.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
	int x = __VERIFIER_nondet_int(), y = 0;
	if (x > 10) y = 1;
	if (x < 5)
		if (y == 1)
			reach_error();
	return 0;
}
