// Hard: three locks that inputs ask for are taken, a delay of N rounds passes, and they are given back for the same reasons.
// safe: the lowest bit of each reason stays
// fault: the second lock is forgotten for the value of an input that the delay computes, which the next round finds
// input: 1, 1, 1, 1, ticks(), (1)
// sizes: 1000 100000 1000000
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifndef N
#define N 1000
#endif
static unsigned ticks(void) {
	unsigned n = 1;
	for (int i = 0; i < N; i++)
		n = n * 69069u + 1u;
	return n;
}
static void acquire(int *lock) {
	if (*lock)
		reach_error();
	*lock = 1;
}
static void release(int *lock) {
	if (!*lock)
		reach_error();
	*lock = 0;
}
int main(void) {
	int first = 0, second = 0, third = 0;
	while (__VERIFIER_nondet_int()) {
		int x = __VERIFIER_nondet_int();
		int y = __VERIFIER_nondet_int();
		int z = __VERIFIER_nondet_int();
		int key = __VERIFIER_nondet_int();
		if (x & 1)
			acquire(&first);
		if (y & 1)
			acquire(&second);
		if (z & 1)
			acquire(&third);
		unsigned n = ticks();
		x ^= n << 1;
		y ^= n << 2;
		z ^= n << 3;
		if (x & 1)
			release(&first);
#ifdef FAULT
		if ((y & 1) && key != (int)n)
#else
		if (y & 1)
#endif
			release(&second);
		if (z & 1)
			release(&third);
		if (key == 1)
			return 0;
	}
	return 0;
}
