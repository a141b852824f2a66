// false
#include <assert.h>
#include <stdlib.h>

int main(void) {
	int *p = malloc(4), *old = p;
	*p = 1;
	p = realloc(p, 8);
	p[1] = 2;
	assert(p != old); /* it may grow in its place */
}
