// false
#include <fenv.h>
#include <math.h>
extern void abort(void);
void reach_error(void) { abort(); }
int main(void)
{
	double d = 1;
	feclearexcept(FE_ALL_EXCEPT);
	int k = d < NAN, j = d >= NAN;
	if (fetestexcept(FE_ALL_EXCEPT) != FE_INVALID || k || j)
		reach_error(); /* gcc folds it */
	double n = NAN;
	k = d < n;
	if (fetestexcept(FE_ALL_EXCEPT) != FE_INVALID)
		reach_error();
	return 0;
}
