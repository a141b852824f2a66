// true --check leak
#include <stdlib.h>
int nondet_int(void);

int main(void)
{
	char *p = malloc(1);
	p = realloc(p, 9);
	free(p);
	return 0;
}
