// false
#include <assert.h>
#include <getopt.h>
int main(void)
{
	char *argv[] = {"p", "-o", "x", "-oy", 0};
	assert(getopt(4, argv, "o::") == 'o' && optarg == 0);
	assert(getopt(4, argv, "o::") == 'o' && optarg && optarg[0] == 'x');
	return 0;
}
