// false
#define _GNU_SOURCE
#include <assert.h>
#include <locale.h>
#include <strings.h>
int main(void)
{
	locale_t l = newlocale(LC_ALL_MASK, "C", 0);
	assert(strcasecmp_l("Hello", "hELLO", l) == 0 && strncasecmp_l("ab", "aC", 2, l) == 0);
	return 0;
}
