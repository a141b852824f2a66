// The library function is executed, its result taken from the run.
#include <math.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
	int x = __VERIFIER_nondet_int();
	double r = sqrt(2.0) * 100;
	if (x == (int)r + 12345)
		reach_error();
	return 0;
}
