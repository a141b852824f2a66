// Residues name what is in scope only: main's object is none of f's.
extern void reach_error(void);

int f(int d, unsigned q) {
	if (d <= 0)
		return 0;
	return f(d - 1, 8);
}

int main(void) {
	unsigned v = 0;
	unsigned *p = &v;
	int r = f(1, 1);
#ifdef UNSAFE
	if (r >= 0 && *p == 0)
#else
	if (r > 0 && *p == 5)
#endif
		reach_error();
	return 0;
}
