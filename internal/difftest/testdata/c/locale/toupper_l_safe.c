// true
#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>
#include <locale.h>
int main(void)
{
	locale_t l = newlocale(LC_CTYPE_MASK, "POSIX", 0);
	assert(toupper_l('q', l) == 'Q' && tolower_l('!', l) == '!');
	return 0;
}
