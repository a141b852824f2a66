// true
#include <assert.h>
#include <stdlib.h>

int main(void) {
	int *q = malloc(8), *p = malloc(8);
	*p = 1;
	free(p);
	*q = 2;
	assert(p != q);
}
