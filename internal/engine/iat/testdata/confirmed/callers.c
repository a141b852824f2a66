// The entry of f has one need for its two callers.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void exit(int);

int f(int d) {
	if (d <= 0)
		return 0;
	return f(d - 1);
}

int main(void) {
	int i = __VERIFIER_nondet_int();
	if (i < 253 || i > 255)
		exit(0);
	f(2);
	int v = i;
#ifdef UNSAFE
	if (v == 254)
#else
	if (v == i - 1)
#endif
		reach_error();
	return 0;
}
