// true
#include <assert.h>
#include <wchar.h>
int main(void)
{
	wchar_t b[20];
	swprintf(b, 20, L"%.2f", 2.5);
	assert(wcscmp(b, L"2.50") == 0);
	return 0;
}
