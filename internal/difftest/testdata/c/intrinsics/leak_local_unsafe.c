// false --check leak
#include <stdlib.h>
int nondet_int(void);

int main(void)
{
	char *p = malloc(1);
	*p = 1;
	return 0;
}
