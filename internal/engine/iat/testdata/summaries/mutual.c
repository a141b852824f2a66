// Two functions that call each other and change a global before and after.
extern int nondet(void);
extern void reach_error(void);

int depth;
int odd(int n);

int even(int n) {
	int r = 1;
	depth = depth + 1;
	if (n > 0)
		r = odd(n - 1);
	depth = depth - 1;
	return r;
}

int odd(int n) {
	int r = 0;
	depth = depth + 1;
	if (n > 0)
		r = even(n - 1);
	depth = depth - 1;
	return r;
}

int main(void) {
	int n = nondet();
	if (n < 0 || n > 1000)
		return 0;
	depth = 7;
	int r = even(n);
#ifdef UNSAFE
	if (depth == 7 && r == 1)
#else
	if (depth != 7)
#endif
		reach_error();
	return 0;
}
