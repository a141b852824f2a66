// true --check none --after-undefined=stop
// The text is empty: it has one byte, and no execution goes on after a write to another.
#include <assert.h>
int main(int argc, char **argv)
{
	if (argc == 2 && argv[1][0] == 0) {
		argv[1][1] = 120;
		assert(argc == 3);
	}
	return 0;
}
