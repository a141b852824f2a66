// All inputs are read in a loop: that there are none to split does not make one run a proof.
extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);
#ifdef UNSAFE
#define N 2500
#else
#define N 2501
#endif

int main(void) {
	unsigned int i, s = 0;
	for (i = 0; i < 3; i++)
		s += __VERIFIER_nondet_uint();
	if (s * s == N)
		reach_error();
	return 0;
}
