// true
#include <assert.h>
#include <limits.h>
#include <locale.h>
#include <string.h>
int main(void)
{
	struct lconv *l = localeconv();
	assert(strcmp(l->decimal_point, ".") == 0);
	assert(l->thousands_sep[0] == 0 && l->frac_digits == CHAR_MAX);
	return 0;
}
