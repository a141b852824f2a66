// true
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void)
{
	char k[8], v[8];
	assert(sscanf("key=val", "%7[^=]=%7s", k, v) == 2);
	assert(strcmp(k, "key") == 0 && strcmp(v, "val") == 0);
	return 0;
}
