// false --check leak
#include <stdlib.h>
int nondet_int(void);
static char *q;

int main(void)
{
	char *p = malloc(1);
	q = p;
	p = realloc(p, 9);
	return 0;
}
