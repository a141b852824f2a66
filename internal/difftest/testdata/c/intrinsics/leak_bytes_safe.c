// true --check leak
#include <stdlib.h>
int nondet_int(void);
#include <string.h>
static char b[24];

int main(void)
{
	char *p = malloc(2);
	memcpy(b + 3, &p, sizeof p);
	return 0;
}
