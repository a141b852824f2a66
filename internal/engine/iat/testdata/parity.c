// The difference of x and y follows the parity of i.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
	int n = __VERIFIER_nondet_int();
	int i = 0, x = 0, y = 0;
	while (i < n) {
		if (i % 2 == 0)
			x++;
		else
			y++;
		i++;
	}
#ifdef UNSAFE
	if (x != y)
#else
	if (x != y && x != y + 1)
#endif
		reach_error();
	return 0;
}
