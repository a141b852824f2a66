// false
#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
struct S { int x; short y; char z; float f; };

int main(void)
{
	unsigned a[40], i = __VERIFIER_nondet_int();
	memset(a, 3, sizeof a);
	if (i < 40) assert(a[i] != 0x03030303);
	return 0;
}
