// true
#include <assert.h>
#include <math.h>

int main(void)
{
	long double n = nanl(""), x = 1.5L;
	assert(fminl(n, x) == x && fmaxl(x, n) == x && fminl(x, -x) == -x && fdiml(x, -x) == 3 && fdiml(-x, x) == 0);
	return 0;
}
