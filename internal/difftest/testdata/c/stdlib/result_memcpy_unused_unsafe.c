// false
/* Nobody looks at the result. */
#include <assert.h>
int memcpy();
int main(void)
{
	char a[3] = {1, 2, 3}, b[3] = {0, 0, 0};
	memcpy(b, a, sizeof a);
	assert(b[2] == 0);
	return 0;
}
