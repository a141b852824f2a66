// true --32
/* The result is declared as an int, which is as wide as a pointer here. */
#include <assert.h>
extern int malloc();
int main(void)
{
	char *p = (char *)malloc(sizeof(char[4]));
	if (!p) return 0;
	p[3] = 7;
	assert(p[3] == 7);
	return 0;
}
