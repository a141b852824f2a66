// Safe: a loop whose bound is an input of few values.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
	unsigned n = __VERIFIER_nondet_uint(), s = 0;
	if (n > 6) return 0;
	for (unsigned i = 0; i < n; i++)
		if (__VERIFIER_nondet_uint() > 9) s += 2;
	if (s > 12)
		reach_error();
	return 0;
}
