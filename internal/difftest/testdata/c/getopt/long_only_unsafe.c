// false
#include <assert.h>
#include <getopt.h>
int main(void)
{
	struct option l[] = {{"all", 0, 0, 'A'}, {"bytes", 1, 0, 'B'}, {0, 0, 0, 0}};
	char *argv[] = {"p", "-all", "-bytes=3", 0};
	assert(getopt_long_only(3, argv, "a", l, 0) == 'A');
	assert(getopt_long_only(3, argv, "a", l, 0) == 'B' && optarg[0] == '4');
	return 0;
}
