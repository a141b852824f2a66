// true --check leak
#include <stdlib.h>
int nondet_int(void);
static char *t[2];

int main(void)
{
	t[1] = malloc(1);
	return 0;
}
