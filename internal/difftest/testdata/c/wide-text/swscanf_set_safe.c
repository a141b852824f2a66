// true
#include <assert.h>
#include <wchar.h>
int main(void)
{
	wchar_t w[8];
	char c[8];
	assert(swscanf(L"xyz-7", L"%7l[a-z]-%s", w, c) == 2);
	assert(w[0] == L'x' && w[3] == 0 && c[0] == '7');
	return 0;
}
