extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
	int v = __VERIFIER_nondet_int();
	int lo = v, hi = v, n = 1;
	while (n < 8) {
		v = __VERIFIER_nondet_int();
		if (v < lo)
			lo = v;
		if (v > hi && v != 19)
			hi = v;
		if (v < lo || v > hi || lo > hi)
			reach_error();
		n++;
	}
	if (!(lo <= hi))
		reach_error();
	return 0;
}
