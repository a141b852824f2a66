// true
#include <assert.h>
#include <signal.h>
extern int __VERIFIER_nondet_int(void);
static volatile sig_atomic_t last;
static void on(int s) { last = s; }
int main(void)
{
	int k = __VERIFIER_nondet_int() & 1;
	signal(SIGINT, on);
	signal(SIGTERM, on);
	raise(k ? SIGINT : SIGTERM);
	assert(last == SIGINT || last == SIGTERM);
	return 0;
}
