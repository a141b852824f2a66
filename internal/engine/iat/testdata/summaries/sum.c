// The result grows with the argument.
extern int nondet(void);
extern void reach_error(void);

int sum(int n) {
	if (n <= 0)
		return 0;
	return sum(n - 1) + 1;
}

int main(void) {
	int n = nondet();
	if (n < 0 || n > 100000)
		return 0;
	int r = sum(n);
#ifdef UNSAFE
	if (r == n && n == 3)
#else
	if (r != n)
#endif
		reach_error();
	return 0;
}
