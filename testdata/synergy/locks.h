// N locks, and a choice among them by an input.
#ifndef N
#define N 2
#endif
#if N != 2 && N != 4 && N != 8
#error N is 2, 4 or 8
#endif
struct lock {
	int held;
	int users;
};
static struct lock a, b;
#if N >= 4
static struct lock c, d;
#endif
#if N >= 8
static struct lock e, f, g, h;
#endif
static struct lock *some(void) {
	switch (__VERIFIER_nondet_int()) {
	case 1:
		return &b;
#if N >= 4
	case 2:
		return &c;
	case 3:
		return &d;
#endif
#if N >= 8
	case 4:
		return &e;
	case 5:
		return &f;
	case 6:
		return &g;
	case 7:
		return &h;
#endif
	}
	return &a;
}
static void acquire(struct lock *l) {
	if (l->held)
		reach_error();
	l->held = 1;
	l->users++;
}
static void release(struct lock *l) {
	if (!l->held)
		reach_error();
	l->held = 0;
}
