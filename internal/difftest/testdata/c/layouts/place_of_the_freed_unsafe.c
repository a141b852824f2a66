// false
#include <assert.h>
#include <stdlib.h>

int main(void) {
	char *p = malloc(8);
	free(p);
	char *q = malloc(8);
	assert(p != q); /* the second may lie in the place of the first */
}
