// test2, like Fig. 3: two queues are emptied under a lock, until neither has changed.
// safe: one of them has changed whenever the lock was given back
// fault: the second is not counted
// input: 0, 0, 0, 1
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
enum { U, L };
int main(void) {
	int a = __VERIFIER_nondet_int();
	int b = __VERIFIER_nondet_int();
	int x, y;
	int lock = U;
	do {
		lock = L;
		x = a;
		y = b;
		if (__VERIFIER_nondet_int()) {
			lock = U;
			a++;
		} else if (__VERIFIER_nondet_int()) {
			lock = U;
#ifndef FAULT
			b++;
#endif
		}
	} while (x != a || y != b);
	if (lock != L)
		reach_error();
	return 0;
}
