// Inputs and assumptions of the dialects.
int __VERIFIER_nondet_int(void); _Bool __VERIFIER_nondet_bool(void); char *__VERIFIER_nondet_pchar(void); void __VERIFIER_assume(int);
unsigned char nondet_uchar(void); void __CPROVER_assume(_Bool); void klee_make_symbolic(void *, unsigned, const char *); int klee_range(int, int, const char *);
long long mystery(int); void *malloc(unsigned);
int main(void) {
	int x = __VERIFIER_nondet_int(), u;
	__VERIFIER_assume(x > 0 && x < 10);
	if (__VERIFIER_nondet_bool()) x = nondet_uchar();
	char *s = __VERIFIER_nondet_pchar();
	int a[4];
	klee_make_symbolic(a, sizeof a, "a");
	__CPROVER_assume(a[0]);
	x = klee_range(2, 8, "r");
	int *h = malloc(8);
	return mystery(x) + u + *h;
}
