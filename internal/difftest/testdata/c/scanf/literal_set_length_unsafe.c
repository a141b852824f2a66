// false
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void)
{
	char b[10] = "";
	int r = scanf("%3[0-9]", b);
	if (r == 1)
		assert(strlen(b) >= 1 && strlen(b) < 3);
	return 0;
}
