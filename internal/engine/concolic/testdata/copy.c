// Contents that go through memcpy and memset.
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct msg { int kind; int body[3]; };
int main(void) {
	struct msg a, b;
	memset(&b, 0, sizeof b);
	a.kind = __VERIFIER_nondet_int();
	a.body[0] = __VERIFIER_nondet_int();
	a.body[1] = 1;
	a.body[2] = 2;
	memcpy(&b, &a, sizeof a);
	if (b.kind == 424242 && b.body[0] == b.kind * 2 + b.body[2])
		reach_error();
	return 0;
}
