// true
/* Objects may touch: gcc lays these side by side. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int a[2], b[2];
int main(void)
{
	assert(a + 2 == b || b + 2 == a);
	return 0;
}
