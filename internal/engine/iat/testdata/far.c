// The paper's predicates leave out constants near the ends of types: n must be split by one of the program.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
	int n = __VERIFIER_nondet_int();
	int x;
	if (n > 1000000007)
		x = 1;
	else
		x = -1;
#ifdef UNSAFE
	if (n == 2000000001)
		x = 2;
#endif
	if (n > 1000000007 && x != 1)
		reach_error();
	return 0;
}
