// What the caller knows of its own entry survives the call of itself: n is set before it.
extern int nondet(void);
extern void reach_error(void);

int k;

int f(int n) {
	int was = n;
	n = nondet();
	if (was > 0) {
		k = k + 1;
		f(was - 1);
		if (k < was)
			k = 0;
	}
	return was;
}

int main(void) {
	int n = nondet();
	if (n < 0 || n > 1000)
		return 0;
	int r = f(n);
#ifdef UNSAFE
	if (r == n && k == 2)
#else
	if (r != n)
#endif
		reach_error();
	return 0;
}
