// true
#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>
#include <locale.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
	int c = __VERIFIER_nondet_int() & 127;
	locale_t l = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	assert(l != (locale_t)0);
	if (isdigit_l(c, l))
		assert(c >= '0' && c <= '9');
	freelocale(l);
	return 0;
}
