// false --check leak
#include <stdlib.h>
int nondet_int(void);
static char **p;

int main(void)
{
	p = malloc(sizeof *p);
	*p = malloc(3);
	free(p);
	return 0;
}
