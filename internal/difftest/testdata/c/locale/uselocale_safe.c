// true
#define _GNU_SOURCE
#include <assert.h>
#include <locale.h>
int main(void)
{
	locale_t l = newlocale(LC_ALL_MASK, "C", 0), old;
	old = uselocale(l);
	assert(old == LC_GLOBAL_LOCALE);
	assert(uselocale(0) == l && uselocale(0) == l);
	return 0;
}
