// false
#include <assert.h>
#include <stdlib.h>

int main(void) {
	int *p = malloc(8);
	*p = 1;
	free(p);
	int *q = malloc(8);
	*q = 2;
	assert(p != q); /* what was freed is used again */
}
