// true
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
int main(void)
{
	char *end;
	const char *text = "1.5e1 rest";
	assert(strtold(text, &end) == 15.0L && end == text + 5);
	assert(strtold("0x1.00000000000000018p0", 0) == 1.0L + 0x1p-63L);
	errno = 0;
	assert(strtold("1e4933", 0) > 1e4932L && errno == ERANGE);
	long double x = 0;
	assert(sscanf("2.25", "%Lf", &x) == 1 && x == 2.25L);
	assert(wcstold(L"-0.5", 0) == -0.5L);
	return 0;
}
