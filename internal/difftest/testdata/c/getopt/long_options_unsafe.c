// false
#include <assert.h>
#include <getopt.h>
#include <string.h>
int main(void)
{
	static struct option l[] = {{"verbose", no_argument, 0, 'v'}, {"file", required_argument, 0, 'f'}, {0, 0, 0, 0}};
	char *argv[] = {"p", "--verbose", "--file=x.c", "--file", "y.c", 0};
	int i = -1;
	assert(getopt_long(5, argv, "vf:", l, &i) == 'v' && i == 0);
	assert(getopt_long(5, argv, "vf:", l, &i) == 'f' && i == 1 && !strcmp(optarg, "x.c"));
	assert(getopt_long(5, argv, "vf:", l, &i) == 'f' && !strcmp(optarg, "x.c"));
	assert(getopt_long(5, argv, "vf:", l, &i) == -1);
	return 0;
}
