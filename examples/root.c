// Proving this needs a relation between variables, which intervals do not
// have, and the loop is too long to follow: in a few seconds that may end with
// `unknown`, and what is left to prove.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
	unsigned n = __VERIFIER_nondet_uint() % 100000000u;
	unsigned r = 0, odd = 1, square = 0;
	while (square + odd <= n) {
		square += odd;
		odd += 2;
		r++;
	}
	assert(r * r == square);
	return 0;
}
