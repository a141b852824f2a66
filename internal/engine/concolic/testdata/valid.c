// The first run reads out of bounds; a valid read leads to the error. The size is an input, too.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
	unsigned n = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint();
	unsigned char *p = malloc(n);
	if (n < 3)
		return 0;
	for (unsigned k = 0; k < n; k++)
		p[k] = 3 * k;
	if (i < 2)
		return 1;
	unsigned v = p[i + 40];
	if (v == 132)
		reach_error();
	return 0;
}
