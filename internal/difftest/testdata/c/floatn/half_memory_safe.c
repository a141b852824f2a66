// true
#include <assert.h>
#include <string.h>
struct S { char c; _Float16 h[3]; };

int main(void)
{
	struct S s = {1, {1.5f16, -2, 0.1f16}};
	unsigned short u;
	memcpy(&u, &s.h[0], 2);
	assert(sizeof s == 8 && u == 0x3e00 && s.h[1] == -2);
	return 0;
}
