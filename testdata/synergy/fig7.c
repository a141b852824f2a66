// Fig. 7 of the paper, after DART: two branches, of which the second is narrow. The paper's program is the one with FAULT.
// safe: only 10 is the solution, which the first branch excludes
// fault: the first branch excludes something else
// input: 10, 25
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
	int x = __VERIFIER_nondet_int();
	int y = __VERIFIER_nondet_int();
#ifndef FAULT
	y = 10;
#endif
	if (x != y)
		if (2 * x == x + 10)
			reach_error();
	return 0;
}
