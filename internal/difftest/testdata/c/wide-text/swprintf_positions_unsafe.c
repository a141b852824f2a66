// false
#include <assert.h>
#include <wchar.h>
int main(void)
{
	wchar_t b[20];
	assert(swprintf(b, 20, L"%2$d %1$d", 1, 2) == 3 && b[0] == L'1');
	return 0;
}
