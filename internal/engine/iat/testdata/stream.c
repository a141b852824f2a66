// Runs cannot prove this: s is read in a loop. Squares are 0, 1 or 4 modulo 8, and 2501 is 5.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned int __VERIFIER_nondet_uint(void);
#ifdef UNSAFE
#define N 2500
#else
#define N 2501
#endif

int main(void) {
	unsigned char u = __VERIFIER_nondet_uchar();
	unsigned int s = 0;
	while (u-- > 0)
		s += __VERIFIER_nondet_uint();
	if (s * s == N)
		reach_error();
	return 0;
}
