// true
#include <assert.h>
#include <stdio.h>
int main(void)
{
	char b[4] = "...";
	assert(sscanf(" ab", "%2c", b) == 1);
	assert(b[0] == ' ' && b[1] == 'a' && b[2] == '.');
	return 0;
}
