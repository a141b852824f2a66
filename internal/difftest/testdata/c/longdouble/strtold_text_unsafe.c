// false
#include <assert.h>
#include <stdlib.h>
int main(void)
{
	char *end;
	const char *text = "1.5e1 rest";
	assert(strtold(text, &end) == 15.0L && end == text + 4);
	return 0;
}
