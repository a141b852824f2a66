// test17: Fig. 9 with the check in the loop, and an end.
// safe: neither x nor y is negative
// fault: x is -1
// input: 1, 1, 0
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
#ifdef FAULT
	int x = -1;
#else
	int x = 0;
#endif
	int y = 0;
	while (__VERIFIER_nondet_int()) {
		y = y + x;
		if (y < 0)
			reach_error();
	}
	return 0;
}
