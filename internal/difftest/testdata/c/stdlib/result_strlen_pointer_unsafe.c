// false
/* A number declared as a pointer. */
#include <assert.h>
char *strlen(const char *);
int main(void)
{
	char s[] = "abc";
	assert((long)strlen(s) == 4);
	return 0;
}
