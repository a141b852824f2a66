// false
#include <assert.h>
#include <wchar.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
	wchar_t b[10];
	int n = swprintf(b, 10, L"%d", __VERIFIER_nondet_uchar());
	assert(n >= 1 && n <= 2);
	return 0;
}
