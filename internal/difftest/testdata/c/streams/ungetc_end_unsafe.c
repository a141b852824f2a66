// false
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	while (getchar() != EOF) ;
	assert(feof(stdin));
	ungetc('x', stdin);
	assert(!feof(stdin) && 0 && getchar() == 'x');
	return 0;
}
