// Arguments that are each other's parameters: all are read before one is set.
extern int nondet(void);
extern void reach_error(void);

int f(int n, int a, int b) {
	if (n <= 0)
		return a;
	return f(n - 1, b, a);
}

int main(void) {
	int a = nondet();
	if (a < 0 || a > 1000)
		return 0;
	int r = f(nondet(), a, a + 1);
#ifdef UNSAFE
	if (r == a + 1)
#else
	if (r < a || r > a + 1)
#endif
		reach_error();
	return 0;
}
