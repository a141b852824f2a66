// false
#include <assert.h>
#include <getopt.h>
int main(void)
{
	int flag = 0, i;
	struct option l[] = {{"on", 0, &flag, 5}, {"off", 0, &flag, 6}, {0, 0, 0, 0}};
	char *argv[] = {"p", "--on", 0};
	assert(getopt_long(2, argv, "", l, &i) == 0 && flag == 6);
	return 0;
}
