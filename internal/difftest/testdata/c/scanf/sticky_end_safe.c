// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	int a, r, q;
	r = scanf("%d", &a);
	if (r == -1) { q = scanf("%d", &a); assert(q == -1); }
	return 0;
}
