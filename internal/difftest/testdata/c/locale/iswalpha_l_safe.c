// true
#define _GNU_SOURCE
#include <assert.h>
#include <locale.h>
#include <wctype.h>
int main(void)
{
	locale_t l = newlocale(LC_ALL_MASK, "C", 0);
	assert(iswalpha_l(L'x', l) && !iswalpha_l(L'1', l));
	return 0;
}
