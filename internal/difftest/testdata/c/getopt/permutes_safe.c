// true
#include <assert.h>
#include <getopt.h>
#include <string.h>
int main(void)
{
	char *argv[] = {"p", "one", "-a", "two", "-a", 0};
	int n = 0;
	while (getopt(5, argv, "a") == 'a')
		n++;
	assert(n == 2 && optind == 3 && !strcmp(argv[3], "one"));
	return 0;
}
