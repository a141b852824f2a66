extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
	int n = __VERIFIER_nondet_int();
	__VERIFIER_assume(n >= 0 && n <= 5);
	int i = 0, k = 0;
	while (i < n) {
		int j = 0;
		while (j <= i) {
			j++;
			k++;
		}
		if (j > n)
			reach_error();
		i++;
	}
	if (k > 14)
		reach_error();
	return 0;
}
