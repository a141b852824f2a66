// A float is no input that is split or listed: runs of all u prove nothing.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern float __VERIFIER_nondet_float(void);
#ifdef UNSAFE
#define N 2500
#else
#define N 2501
#endif

int main(void) {
	unsigned char u = __VERIFIER_nondet_uchar();
	float f = __VERIFIER_nondet_float();
	if (f > 1.5f && f < 1.75f && u * u == N)
		reach_error();
	return 0;
}
