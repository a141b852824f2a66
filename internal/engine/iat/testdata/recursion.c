// The state at the exit of f relates its result to n.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int f(int n) {
	if (n <= 0)
		return 0;
	return f(n - 1) + 1;
}

int main(void) {
	int n = __VERIFIER_nondet_int();
	int r = f(n);
#ifdef UNSAFE
	if (n > 0 && r == 60)
#else
	if (n > 0 && r != n)
#endif
		reach_error();
	return 0;
}
