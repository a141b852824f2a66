// false
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
	double x = __VERIFIER_nondet_double(), y = copysign(x, -1.0);
	assert(y < 0);
	return 0;
}
