// Fig. 6 of the paper with an assumption that is false, but that no folding of constants shows: squares are 0 or 1 modulo 4.
// safe: no square is 2 modulo 4
// fault: some are 1
// input: 4, 3
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#ifdef FAULT
#define REST 1
#else
#define REST 2
#endif
int main(void) {
	int y = __VERIFIER_nondet_int();
	unsigned z = __VERIFIER_nondet_uint();
	while (y > 0)
		y = y - 1;
	if ((z * z) % 4 != REST)
		return 0;
	reach_error();
	return 0;
}
