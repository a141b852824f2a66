// One state a location joins x = 1 and x = -1: the sign of n must be split.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
	int n = __VERIFIER_nondet_int();
	int x;
	if (n > 0)
		x = 1;
	else
		x = -1;
#ifdef UNSAFE
	if (n == 123456789)
		x = 2;
#endif
	if (n > 0 && x != 1)
		reach_error();
	return 0;
}
