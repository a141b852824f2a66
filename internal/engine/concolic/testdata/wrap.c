// Only a wrap-around leads to the error.
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void) {
	unsigned n = __VERIFIER_nondet_uint();
	unsigned char c = __VERIFIER_nondet_uchar();
	unsigned size = n * 12u;
	if (n > 300000000u && size == 96u)
		if ((unsigned char)(c + 200) == 3)
			reach_error();
	return 0;
}
