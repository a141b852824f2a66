// true
/* malloc aligns for any type. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
	char *p = malloc(8);
	if (!p)
		return 0;
	assert(((uintptr_t)p & 7) == 0);
	return 0;
}
