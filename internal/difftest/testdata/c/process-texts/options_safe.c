// true --check memory
// Options are looked at one after the other: each text is made where it is read first, and is the same at the next read.
#include <assert.h>
int main(int argc, char **argv)
{
	int verbose = 0;
	for (int i = 1; i < argc && i < 3; i++) {
		if (argv[i][0] == '-' && argv[i][1] == 'v')
			verbose = 1;
		char *again = argv[i];
		assert(again && again == argv[i]);
	}
	assert(verbose <= 1);
	return verbose;
}
