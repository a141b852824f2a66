// test5, like Fig. 1 with a bound that is an input: no finite set of predicates is stable.
// safe: i < n is over behind the loop
// fault: i <= n is not
// input: 3
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
	int n = __VERIFIER_nondet_int();
	int i = 0;
	while (i < n)
		i = i + 1;
#ifdef FAULT
	if (i <= n)
#else
	if (i < n)
#endif
		reach_error();
	return 0;
}
