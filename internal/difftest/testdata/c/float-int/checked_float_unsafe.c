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
	float x = __VERIFIER_nondet_float();
	int i = 0;
	if (x >= -2147483648.0f && x < 2147483648.0f)
	i = (int)x;
	assert(i == 0);
	return 0;
}
