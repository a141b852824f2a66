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
	volatile double one = 1, three = 3, ten = 10, tiny = 0x1p-60, big = 1e308;
	volatile float fone = 1, fthree = 3;
	int m = __VERIFIER_nondet_int() & 3;
	fesetround(m << 10);
	double x = one + tiny;
	assert(x >= 1 && x <= 1 + 0x1p-52);
	return 0;
}
