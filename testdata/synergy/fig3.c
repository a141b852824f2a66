// Fig. 3 of the paper, after SLAM: the lock is held when the loop ends, as x == y says that it was not given back.
// safe: y goes on whenever the lock is given back
// fault: y goes on only for one value of an input
// input: 3, 1, 0
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
enum { U, L };
int main(void) {
	int y = __VERIFIER_nondet_int();
	int x;
	int lock = U;
	do {
		lock = L;
		x = y;
		if (__VERIFIER_nondet_int()) {
			lock = U;
#ifdef FAULT
			if (__VERIFIER_nondet_int() == 7)
#endif
				y++;
		}
	} while (x != y);
	if (lock != L)
		reach_error();
	return 0;
}
