// false
/* The low bits of what malloc gives are no hash. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
	unsigned h = 0;
	for (int i = 0; i < 3; i++) {
		char *p = malloc(16);
		h ^= (unsigned)(uintptr_t)p;
	}
	assert((h & 15) != 0);
	return 0;
}
