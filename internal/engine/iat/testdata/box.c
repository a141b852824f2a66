// All 256 inputs are run: no domain knows squares.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
#ifdef UNSAFE
#define N 2500
#else
#define N 2501
#endif

int main(void) {
	unsigned char u = __VERIFIER_nondet_uchar();
	if (u * u == N)
		reach_error();
	return 0;
}
