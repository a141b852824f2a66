// false --32
#include <assert.h>
#include <math.h>
#include <fenv.h>
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
int main(void)
{
	float x = __VERIFIER_nondet_float();
	int c = __builtin_fpclassify(7, 1, 4, 3, 2, x);
	assert(c == 4 || c == 3 || c == 1 || c == 7);
	return 0;
}
