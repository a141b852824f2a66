// Figure 2 of the paper.
#include <assert.h>

void fun(int n, int flag) {
	int x = 0, y = 0;
	while (x < n) {
		x = x + 1;
		if (flag == 1)
			y = y + x;
		else
			y = y - x * x;
	}
	assert(y != 1225);
}
