// true
#include <assert.h>
#include <getopt.h>
int main(void)
{
	char *argv[] = {"p", "-o", 0};
	opterr = 0;
	assert(getopt(2, argv, ":o:") == ':' && optopt == 'o');
	return 0;
}
