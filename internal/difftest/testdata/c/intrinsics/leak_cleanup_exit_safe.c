// true --check cleanup
#include <stdlib.h>
int nondet_int(void);

int main(void)
{
	char *p = malloc(2);
	free(p);
	exit(0);
	return 0;
}
