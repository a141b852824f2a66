// true
#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
struct S { int x; short y; char z; float f; };

int main(void)
{
	unsigned char b[9];
	int c = __VERIFIER_nondet_int();
	unsigned i = __VERIFIER_nondet_int();
	if (c < -300 || c > 300) return 0;
	memset(b, c, sizeof b);
	if (i < 9) assert(b[i] == (unsigned char)c);
	return 0;
}
