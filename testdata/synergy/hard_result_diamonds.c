// Hard: a loop that no input reaches computes what an input must be; N branches on other inputs lie in between.
// safe: the lowest three bits of what is computed are always 5
// fault: the last branch takes the lock
// input: (result())
// sizes: 10 100 1000
#include "diamonds.h"
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define ROUNDS 100000
enum { U, L };
static unsigned step(unsigned x) {
	return x ^ (x << 3) ^ (x * 69069u << 5);
}
#ifdef TESTED
int result(void) {
	unsigned h = 5;
	for (int i = 0; i < ROUNDS; i++)
		h = step(h);
	return (int)h;
}
#endif
#define D(x) \
	int x = __VERIFIER_nondet_int(); \
	if (__VERIFIER_nondet_int() > x) \
		sum += x; \
	else \
		sum ^= x;
int main(void) {
	unsigned h = 5;
	unsigned sum = 0;
	int lock = U;
	for (int i = 0; i < ROUNDS; i++)
		h = step(h);
	DIAMONDS
#ifdef FAULT
	if (__VERIFIER_nondet_int() == (int)h)
#else
	if ((h & 7) != 5)
#endif
		lock = L;
	if (__VERIFIER_nondet_int() == (int)h)
		if (lock != U)
			reach_error();
	return (int)sum;
}
