// true
#include <assert.h>
#include <stdlib.h>

static int *last;
int main(void) {
	int y = 2;
	for (int i = 0; i < 2; i++) {
		int x = i;
		if (i > 0)
			assert(last != &y);
		last = &x;
	}
}
