// false
#include <assert.h>
#include <getopt.h>
int main(void)
{
	char *argv[] = {"p", "-a", "--", "-a", 0};
	int n = 0;
	while (getopt(4, argv, "a") != -1)
		n++;
	assert(n == 2 && optind == 3);
	return 0;
}
