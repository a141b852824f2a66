// Ranges know nothing of u - u, but for a single u. Runs prove nothing: s is read in a loop.
extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
#ifndef MOST
#define MOST 4000000000
#endif

int main(void) {
	unsigned int u = __VERIFIER_nondet_uint();
	unsigned int x = u, y = u;
	int i, s = 0;
	for (i = 0; i < 3; i++)
		s = __VERIFIER_nondet_int();
	if (u >= MOST)
		return 0;
#ifdef UNSAFE
	if (s == 123456789)
		x++;
#endif
	if (x - y != 0)
		reach_error();
	return 0;
}
