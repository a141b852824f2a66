// test8, like Fig. 6: a loop counts an input down, by one or two.
// safe: y > 0 is over behind it
// fault: y >= 0 is not
// input: 5
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifdef FAULT
#define LEAST 0
#else
#define LEAST 1
#endif
int main(void) {
	int y = __VERIFIER_nondet_int();
	while (y > 0)
		if (__VERIFIER_nondet_int())
			y = y - 2;
		else
			y = y - 1;
	if (y >= LEAST)
		reach_error();
	return 0;
}
