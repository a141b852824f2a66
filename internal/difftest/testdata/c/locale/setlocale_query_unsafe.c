// false
#include <assert.h>
#include <locale.h>
#include <string.h>
int main(void)
{
	assert(strcmp(setlocale(LC_ALL, NULL), "C") == 1);
	return 0;
}
