// Conditions that depend on each other.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
	unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), c = __VERIFIER_nondet_uint();
	if (a > 1000 && a < 1010)
		if (b == a * 2 + 1)
			if (c % 7 == 3 && c / 7 == b)
				if ((a & 1) == 0)
					reach_error();
	return 0;
}
