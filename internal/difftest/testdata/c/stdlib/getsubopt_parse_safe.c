// true
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <errno.h>

int main(void)
{
	char b[] = "ro,size=7", *p = b, *v;
	char *const tok[] = { "size", "ro", NULL };
	assert(getsubopt(&p, tok, &v) == 1 && v == NULL);
	assert(getsubopt(&p, tok, &v) == 0 && !strcmp(v, "7"));
	return 0;
}
