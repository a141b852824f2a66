// Fig. 9 of the paper with inputs. What is added stays small, so that nothing wraps around.
// safe: neither x nor y is negative
// fault: x may be -1
// input: -1, 0
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifdef FAULT
#define LEAST -1
#else
#define LEAST 0
#endif
int main(void) {
	int x = __VERIFIER_nondet_int();
	int y = __VERIFIER_nondet_int();
	if (x < LEAST || x > 1000 || y < 0 || y > 1000)
		return 0;
	while (y >= 0)
		if (y < 1000000)
			y = y + x;
	reach_error();
	return 0;
}
