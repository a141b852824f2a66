// false
#include <assert.h>
#include <getopt.h>
int main(void)
{
	char *argv[] = {"p", "-a", "-b", 0};
	int n = 0;
	while (getopt(3, argv, "ab") != -1)
		n++;
	optind = 3;
	while (getopt(3, argv, "ab") != -1)
		n++;
	assert(n == 4);
	return 0;
}
