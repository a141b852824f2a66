// true --check leak
#include <stdlib.h>
int nondet_int(void);
static char *p;

int main(void)
{
	p = malloc(4);
	p += 3;
	return 0;
}
