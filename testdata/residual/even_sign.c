// EVEN/SIGN of paper 3, figure 1: whether x is odd, or its sign, as flag says. Verdict: true.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
	int flag = __VERIFIER_nondet_int();
	int x = __VERIFIER_nondet_int();
	int r;
	if (flag) {
		if (x > 0)
			r = 1;
		else
			r = 0;
	} else {
		r = x % 2;
		if (r < 0)
			r = -r;
	}
	assert(r >= 0);
	return 0;
}
