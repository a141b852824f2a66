// test15: a loop with the error in it, which two counters exclude.
// safe: they go on together
// fault: not for one value of an input
// input: (9)
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
	int x = 0, y = 0;
	while (__VERIFIER_nondet_int()) {
		if (x != y)
			reach_error();
		x = x + 1;
#ifdef FAULT
		if (__VERIFIER_nondet_int() != 9)
#endif
			y = y + 1;
	}
	return 0;
}
