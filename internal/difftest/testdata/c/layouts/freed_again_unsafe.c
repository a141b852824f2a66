// false
/* A block may lie where one lay that was freed, and glibc puts it there. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
	char *p = malloc(24);
	uintptr_t x = (uintptr_t)p;
	free(p);
	char *q = malloc(24);
	if (!p || !q)
		return 0;
	assert((uintptr_t)q != x);
	return 0;
}
