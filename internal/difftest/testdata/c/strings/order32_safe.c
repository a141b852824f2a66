// true --32
#include <string.h>
extern void abort(void);
void reach_error(void) { abort(); }
int main(void)
{
	char a[] = "cb", b[] = "ab";
	if (strcmp(a, b) != 1 || strcmp(b, a) != -1 || strncmp(a, b, 2) != 1 || memcmp(a, b, 2) != 1)
		reach_error();
	return 0;
}
