// SUM of paper 3, figure 1: 1 + ... + x. Verdict: false where sums wrap, true where an execution ends at its first signed overflow.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
	int x = __VERIFIER_nondet_int();
	int s = 0;
	if (x <= 0) {
		assert(s >= 0);
	} else {
		int i = 1;
		while (i <= x) {
			s += i;
			i++;
		}
		assert(s > 0);
	}
	return 0;
}
