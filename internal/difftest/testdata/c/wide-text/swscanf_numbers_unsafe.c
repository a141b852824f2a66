// false
#include <assert.h>
#include <wchar.h>
int main(void)
{
	int x = 0, y = 0;
	wchar_t w[8];
	assert(swscanf(L"12 abc 0x1f", L"%d %7ls %i", &x, w, &y) == 3);
	assert(x == 12 && y == 0 && wcscmp(w, L"abc") == 0);
	return 0;
}
