// false
#include <assert.h>
#include <wchar.h>
int main(void)
{
	wchar_t b[30];
	assert(swprintf(b, 30, L"%d %x|%5s|%c", -42, 255, "ab", 'z') == 13);
	assert(wcscmp(b, L"-42 ff|   ab|z") == 0);
	return 0;
}
