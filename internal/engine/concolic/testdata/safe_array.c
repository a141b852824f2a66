// Safe: an index that is checked before.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
	int a[5] = {1, 2, 3, 4, 5};
	unsigned i = __VERIFIER_nondet_uint();
	if (i >= 5) return 0;
	if (a[i] > 5 || a[i] < 1)
		reach_error();
	return 0;
}
