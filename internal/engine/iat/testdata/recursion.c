// What f returns is bounded by its own invariant; that it is no square root is shown by runs.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
#ifdef UNSAFE
#define N 2500
#else
#define N 2501
#endif

int f(int n) {
	int r;
	if (n <= 0)
		return 0;
	r = f(n - 1);
	if (r >= 100)
		return 0;
	return r + 1;
}

int main(void) {
	int r = f(__VERIFIER_nondet_uchar());
	if (r < 0 || r > 100)
		reach_error();
	if (r * r == N)
		reach_error();
	return 0;
}
