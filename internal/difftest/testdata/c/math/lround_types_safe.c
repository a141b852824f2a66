// true
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	long a = lroundf(2.5f), b = lrintf(2.5f);
	long long c = llroundf(-3.5f), d = llrint(1e15 + 0.5);
	assert(a == 3 && b == 2 && c == -4 && d == 1000000000000000LL);
	return 0;
}
