// true --check none --after-undefined=stop
// A function of the library reads before the text: no execution goes on after that.
#include <assert.h>
#include <stdio.h>
int main(int argc, char **argv)
{
	if (argc == 2) {
		puts(argv[1] - 1);
		assert(argc == 3);
	}
	return 0;
}
