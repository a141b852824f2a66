// true
#include <assert.h>
#include <signal.h>
#include <stdlib.h>
#include <setjmp.h>
static jmp_buf env;
static void on(int s) { longjmp(env, 1); }
int main(void)
{
	signal(SIGABRT, on);
	if (setjmp(env) == 0) {
		abort();
		assert(0);
	}
	
	return 0;
}
