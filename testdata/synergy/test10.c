// test10, like Fig. 7: three narrow branches.
// safe: the middle of three numbers in a row is half the sum of the others
// fault: the sum of all is 30
// input: 11, 10, 9
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
	int x = __VERIFIER_nondet_int();
	int y = __VERIFIER_nondet_int();
	int z = __VERIFIER_nondet_int();
	if (x == y + 1)
		if (y == z + 1) {
#ifdef FAULT
			if (x + y + z == 30)
#else
			if (x + z != 2 * y)
#endif
				reach_error();
		}
	return 0;
}
