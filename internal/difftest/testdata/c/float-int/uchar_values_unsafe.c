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
	__VERIFIER_assume(x >= 0 && x < 256);
	unsigned char c = x;
	assert(c == x);
	return 0;
}
