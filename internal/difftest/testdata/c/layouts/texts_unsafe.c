// false
/* A text has its characters behind each other. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
	const char *s = "abc";
	uintptr_t x = (uintptr_t)s, y = (uintptr_t)(s + 2);
	assert(y - x == 1);
	return 0;
}
