// false
#include <assert.h>
#include <string.h>
struct S { char c; _Float16 h[3]; };

int main(void)
{
	struct S s = {1, {1.5f16, -2, 0.1f16}};
	unsigned short u;
	memcpy(&u, &s.h[0], 2);
	assert(u == 0x3c00);
	return 0;
}
