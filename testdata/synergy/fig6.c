// Fig. 6 of the paper: nothing comes behind assume(false), but no finite set of predicates is stable at the loop.
// safe: as the paper has it
// fault: what is assumed holds if the loop is not entered
// input: -1
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
	int y = __VERIFIER_nondet_int();
	while (y > 0)
		y = y - 1;
#ifdef FAULT
	if (y == 0)
#endif
		return 0;
	reach_error();
	return 0;
}
