// true
#include <assert.h>
#include <wchar.h>
int main(void)
{
	int x = 5;
	assert(swscanf(L"abc", L"%d", &x) == 0 && x == 5 && swscanf(L"", L"%d", &x) == -1);
	return 0;
}
