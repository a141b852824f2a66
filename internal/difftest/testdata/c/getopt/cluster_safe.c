// true
#include <assert.h>
#include <getopt.h>
int main(void)
{
	char *argv[] = {"p", "-xyz5", 0};
	assert(getopt(2, argv, "xyz:") == 'x');
	assert(getopt(2, argv, "xyz:") == 'y');
	assert(getopt(2, argv, "xyz:") == 'z' && optarg[0] == '5');
	assert(getopt(2, argv, "xyz:") == -1);
	return 0;
}
