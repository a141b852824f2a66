// false
#define _GNU_SOURCE
#include <assert.h>
#include <locale.h>
#include <stdlib.h>
int main(void)
{
	locale_t l = newlocale(LC_ALL_MASK, "C", 0);
	char *end;
	assert(strtol_l("-42x", &end, 10, l) == -42 && *end == '2');
	return 0;
}
