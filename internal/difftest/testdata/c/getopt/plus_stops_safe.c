// true
#include <assert.h>
#include <getopt.h>
int main(void)
{
	char *argv[] = {"p", "-a", "one", "-a", 0};
	int n = 0;
	while (getopt(4, argv, "+a") == 'a')
		n++;
	assert(n == 1);
	return 0;
}
