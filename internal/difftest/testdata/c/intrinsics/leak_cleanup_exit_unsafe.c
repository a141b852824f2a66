// false --check cleanup
#include <stdlib.h>
int nondet_int(void);

int main(void)
{
	char *p = malloc(2);
	if (p)
		exit(0);
	free(p);
	return 0;
}
