// true
#include <assert.h>
#include <getopt.h>
int main(void)
{
	struct option l[] = {{"alpha", 0, 0, 'a'}, {"alps", 0, 0, 's'}, {0, 0, 0, 0}};
	char *argv[] = {"p", "--alp", 0};
	opterr = 0;
	assert(getopt_long(2, argv, "", l, 0) == '?');
	return 0;
}
