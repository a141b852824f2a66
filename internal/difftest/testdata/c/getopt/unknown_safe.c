// true
#include <assert.h>
#include <getopt.h>
int main(void)
{
	char *argv[] = {"p", "-q", 0};
	opterr = 0;
	assert(getopt(2, argv, "a") == '?' && optopt == 'q');
	return 0;
}
