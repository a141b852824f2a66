// false
#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
struct S { int x; short y; char z; float f; };

int main(void)
{
	struct S s;
	if (__VERIFIER_nondet_int()) s.x = 3;
	memset(&s, 0xa5, sizeof s);
	assert(s.x == (int)0xa5a5a5a4);
	assert(s.y == (short)0xa5a5);
	assert(s.z == (char)0xa5);
	return 0;
}
