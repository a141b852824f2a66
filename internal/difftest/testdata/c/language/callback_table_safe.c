// true
#include <assert.h>
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
typedef int (*op)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int left(int a, int b) { return a; }

int main(void)
{
	op table[3] = {add, sub, left};
	unsigned i = __VERIFIER_nondet_uint() % 3;
	int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
	int r = table[i](a, b);
	if (i == 1 && b != 0) assert(r == a - b);
	return 0;
}
