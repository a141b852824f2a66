// false
#include <assert.h>
#include <math.h>

int main(void)
{
	long double n = nanl(""), x = 1.5L;
	assert(fminl(n, x) != x);
	return 0;
}
