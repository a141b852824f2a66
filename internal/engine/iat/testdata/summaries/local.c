// A pointer to an object of the caller, which the callee's contract cannot name.
extern int nondet(void);
extern void reach_error(void);

int cost;

void walk(int *a, int lo, int hi) {
	cost++;
	if (hi - lo < 1)
		return;
	a[lo] = 0;
	walk(a, lo + 1, hi);
}

int main(void) {
	int a[20];
	int n = nondet();
	if (n < 0 || n > 20)
		return 0;
	walk(a, 0, n);
#ifdef UNSAFE
	if (cost == n + 1)
#else
	if (cost != n + 1)
#endif
		reach_error();
	return 0;
}
