// true
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
	static char text[] = "COLOR=red";
	putenv(text);
	text[6] = 'b';
	assert(strcmp(getenv("COLOR"), "bed") == 0);
	return 0;
}
