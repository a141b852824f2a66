// true
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <strings.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
	unsigned n = __VERIFIER_nondet_uint();
	assert(strnlen("abc", n) <= 3);
	return 0;
}
