// test16: a loop that never ends, the error behind it.
// safe: x and y stay the same
// fault: not for one value of an input
// input: 4, (9)
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
	int x = __VERIFIER_nondet_int();
	int y = x;
	int z = x;
	while (x == y) {
		x = x + 1;
#ifdef FAULT
		if (__VERIFIER_nondet_int() != 9)
#endif
			y = y + 1;
		if (z > 0)
			z = z - 1;
	}
	reach_error();
	return 0;
}
