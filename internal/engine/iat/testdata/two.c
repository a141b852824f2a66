// The first error is excluded by one pass, the second by running a box.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
	unsigned char u = __VERIFIER_nondet_uchar();
	int i, y = 0;
	for (i = 0; i < u; i++)
		;
	if (i > 255)
		reach_error();
	if (u * u == 2501)
		reach_error();
#ifdef UNSAFE
	if (u * u == 2500)
		reach_error();
#endif
	return 0;
}
