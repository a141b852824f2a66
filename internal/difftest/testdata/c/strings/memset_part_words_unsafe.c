// false
#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
struct S { int x; short y; char z; float f; };

int main(void)
{
	unsigned a[9], i = __VERIFIER_nondet_int();
	int c = __VERIFIER_nondet_int();
	memset(a, 0, sizeof a);
	memset(a + 2, c, 3 * sizeof *a);
	assert(a[5] == (unsigned char)c * 0x01010101u);
	return 0;
}
