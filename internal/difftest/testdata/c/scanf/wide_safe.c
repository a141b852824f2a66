// true
#define _GNU_SOURCE
#include <stdio.h>
#include <wchar.h>
#include <assert.h>
int main(void)
{
	wchar_t w[8] = {9, 9, 9, 9, 9};
	assert(sscanf("abcdef", "%3ls", w) == 1);
	assert(w[2] == L'c' && w[3] == 0);
	return 0;
}
