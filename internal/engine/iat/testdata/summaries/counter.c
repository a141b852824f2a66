// A global counts activations.
extern int nondet(void);
extern void reach_error(void);

int cost;

void down(int x) {
	cost++;
	if (x > 0) {
		x--;
		down(x);
	}
}

int main(void) {
	int n = nondet();
	if (n < 0 || n > 100000)
		return 0;
	down(n);
#ifdef UNSAFE
	if (cost > n)
#else
	if (cost != n + 1)
#endif
		reach_error();
	return 0;
}
