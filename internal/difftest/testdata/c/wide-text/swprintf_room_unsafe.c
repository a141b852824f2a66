// false
#include <assert.h>
#include <wchar.h>
int main(void)
{
	wchar_t b[4];
	assert(swprintf(b, 4, L"%s", "abcd") == 4);
	assert(swprintf(b, 4, L"%s", "abc") == 3 && b[3] == 0);
	return 0;
}
