// A number that random testing does not guess, behind arithmetic.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
	int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
	if (x * 3 + 17 == y)
		if ((x ^ 0x5a5a5a5a) == 0x12345678)
			reach_error();
	return 0;
}
