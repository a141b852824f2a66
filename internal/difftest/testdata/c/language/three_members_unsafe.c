// false
#include <assert.h>
int __VERIFIER_nondet_int(void);
struct triple { int a, b, c; };

int main(void)
{
	struct triple t[5];
	int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
	if (i < 0 || i >= 5 || j < 0 || j >= 5) return 0;
	for (int k = 0; k < 5; k++) {
		t[k].a = k;
		t[k].b = k + 1;
		t[k].c = 3 * k;
	}
	t[i].b = 100;
	assert(t[j].b == j + 1);
	return 0;
}
