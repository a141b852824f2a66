// The depth of the recursion is an input, and its result decides.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int f(int n, int acc) {
	if (n <= 0)
		return acc;
	return f(n - 1, acc + __VERIFIER_nondet_int());
}
int main(void) {
	int n = __VERIFIER_nondet_int();
	if (n > 6)
		return 0;
	if (f(n, 0) == 987654 && n == 4)
		reach_error();
	return 0;
}
