// false --check leak
#include <stdlib.h>
int nondet_int(void);
#include <string.h>
static char b[24];

int main(void)
{
	char *p = malloc(2);
	memcpy(b + 3, &p, sizeof p - 1);
	return 0;
}
