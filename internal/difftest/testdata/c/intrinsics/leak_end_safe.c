// true --check leak
#include <stdlib.h>
int nondet_int(void);
static char *p;

int main(void)
{
	p = (char *)malloc(4) + 4;
	return 0;
}
