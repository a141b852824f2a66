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
	unsigned char a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
	unsigned char m = (a + b) / 2.0;
	assert(m >= a);
	return 0;
}
