// false
#include <assert.h>
#include <unistd.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
	int k = __VERIFIER_nondet_int();
	assert(k > 5);
	lseek(0, 0, SEEK_SET);
	return 0;
}
