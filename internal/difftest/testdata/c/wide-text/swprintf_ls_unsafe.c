// false
#include <assert.h>
#include <wchar.h>
int main(void)
{
	wchar_t b[20];
	assert(swprintf(b, 20, L"<%ls>", L"\u20ac") == 3 && b[1] == '?');
	return 0;
}
