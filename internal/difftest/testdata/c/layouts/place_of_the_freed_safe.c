// true
#include <assert.h>
#include <stdlib.h>

int main(void) {
	char *q = malloc(8), *p = malloc(8);
	free(p);
	assert(p != q); /* both lived at once */
}
