extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
	int n = __VERIFIER_nondet_int();
	__VERIFIER_assume(0 < n && n <= 100);
	int i = 0, k = 0;
	while (i < n) {
		int j = 0;
		while (j < 3 || j + 8 < i) {
			j++;
			k++;
		}
		i++;
		if (k != 3 * i)
			reach_error();
	}
	if (k != 3 * n)
		reach_error();
	return 0;
}
