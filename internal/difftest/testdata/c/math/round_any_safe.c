// true
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
	__VERIFIER_assume(x > -100 && x < 100);
	float r = roundf(x);
	assert(r - x <= 0.5f && x - r <= 0.5f);
	return 0;
}
