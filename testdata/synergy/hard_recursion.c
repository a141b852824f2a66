// Hard: a tree of requests is walked by recursion, at most N deep, with a lock that is given back before each call.
// safe: it is free at each entry, and after each call
// fault: one request N / 2 deep keeps it
// input: (deeper())
// sizes: 10 100 1000
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifndef N
#define N 10
#endif
#ifdef TESTED
static int deeper(void) {
	static int n = 0;
	return ++n <= N / 2 ? 1 : 8191;
}
#endif
static int lock;
static int served;
static void acquire(void) {
	if (lock)
		reach_error();
	lock = 1;
}
static void release(void) {
	if (!lock)
		reach_error();
	lock = 0;
}
static void serve(int depth) {
	acquire();
	served++;
	int request = __VERIFIER_nondet_int();
	if (request > 0 && depth < N) {
		release();
		serve(depth + 1);
		acquire();
	}
#ifdef FAULT
	if (depth == N / 2 && request == 8191)
		return;
#endif
	release();
}
int main(void) {
	while (__VERIFIER_nondet_int())
		serve(0);
	return 0;
}
