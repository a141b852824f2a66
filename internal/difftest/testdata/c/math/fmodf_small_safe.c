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
	__VERIFIER_assume(x > -2 && x < 2);
	float r = fmodf(x, 4.0f);
	assert(r == x);
	return 0;
}
