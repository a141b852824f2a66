// true
#include <assert.h>
#include <stdlib.h>

int main(void) {
	int *q = malloc(4), *p = malloc(4);
	*p = *q = 1;
	p = realloc(p, 8);
	p[1] = 2;
	assert(p != q);
}
