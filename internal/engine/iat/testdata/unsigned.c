// n - 1 wraps for one n.
extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
	unsigned int n = __VERIFIER_nondet_uint();
	unsigned int m = n - 1, x;
	if (n > 3000000000u)
		x = m;
	else
		x = n;
#ifndef UNSAFE
	if (n == 0)
		return 0;
#endif
	if (m > n || x > n || (n > 3000000000u && x == n))
		reach_error();
	return 0;
}
