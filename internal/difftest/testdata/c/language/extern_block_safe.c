// true
// Blocks declare objects and functions of the file, or of another, and take their addresses.
#include <assert.h>
static int set(void) { extern int later; int *p = &later; *p = 3; return *p; }
static int get(void) { extern int later; return later; }
static int only(void) { extern double later_too; return *&later_too > 0; }
int later = 1;
double later_too = 0.5;
int main(void)
{
	extern void (*signal(int, void (*)(int)))(int);
	assert(get() == 1 && set() == 3 && get() == 3 && only());
	{
		extern int later;
		*&later += 4;
	}
	assert(later == 7);
	return 0;
}
