// Which of two variables a pointer means is decided by an input.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
	int a = 1, b = 2, n = __VERIFIER_nondet_int();
	int *p = n > 50000 ? &a : &b;
	*p += n;
	if (b == 2 && a == 70002)
		reach_error();
	return 0;
}
