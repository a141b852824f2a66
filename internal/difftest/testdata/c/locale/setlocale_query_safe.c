// true
#include <assert.h>
#include <locale.h>
#include <string.h>
int main(void)
{
	assert(strcmp(setlocale(LC_ALL, NULL), "C") == 0);
	return 0;
}
