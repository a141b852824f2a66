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
	int a[4] = { 1, 2, 3, 4 };
	double x = __VERIFIER_nondet_double();
	__VERIFIER_assume(x >= 0 && x < 4);
	int v = a[(int)x];
	assert(v < 2);
	return 0;
}
