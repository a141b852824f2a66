// false
#include <assert.h>
#include <unistd.h>
#include <getopt.h>
#include <string.h>
int main(void)
{
	char *argv[] = {"prog", "-a", "-b", "value", "file", 0};
	int c, a = 0;
	char *b = 0;
	while ((c = getopt(5, argv, "ab:")) != -1) {
		if (c == 'a')
			a = 1;
		else if (c == 'b')
			b = optarg;
	}
	assert(a && b && strcmp(b, "value") == 0 && optind == 3);
	return 0;
}
