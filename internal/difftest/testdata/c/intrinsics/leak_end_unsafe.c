// false --check leak
#include <stdlib.h>
int nondet_int(void);
static long p;

int main(void)
{
	char *q = malloc(4);
	p = q != 0;
	return 0;
}
