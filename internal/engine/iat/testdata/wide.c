// An input of 64 bits.
extern void reach_error(void);
extern long long __VERIFIER_nondet_longlong(void);

int main(void) {
	long long n = __VERIFIER_nondet_longlong();
	int x;
	if (n > 400000000LL)
		x = 1;
	else
		x = -1;
#ifdef UNSAFE
	if (n == 7000000000000000001LL)
		x = 3;
#endif
	if (n > 400000000LL && x != 1)
		reach_error();
	return 0;
}
