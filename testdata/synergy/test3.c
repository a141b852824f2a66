// test3, like Fig. 1: a lock is taken for positive inputs, in front of a loop of N rounds, and looked at behind it.
// safe: what decides is the same in front of the loop and behind it
// fault: not for 0
// input: 0
// sizes: 10 1000 1000000
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifndef N
#define N 10
#endif
#ifdef FAULT
#define LEAST 0
#else
#define LEAST 1
#endif
int main(void) {
	int a = __VERIFIER_nondet_int();
	int lock = 0;
	int c = 0;
	if (a > 0)
		lock = 1;
	for (int i = 0; i < N; i++)
		c = c + i;
	if (a >= LEAST)
		if (lock != 1)
			reach_error();
	return 0;
}
