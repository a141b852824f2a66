// test19: two counters, of which one goes on in steps of an input that is positive.
// safe: it is ahead
// fault: the input may be 0
// input: 0, 1, 0
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifdef FAULT
#define LEAST 0
#else
#define LEAST 1
#endif
int main(void) {
	int step = __VERIFIER_nondet_int();
	int x = 0, y = 0;
	if (step < LEAST || step > 10)
		return 0;
	while (__VERIFIER_nondet_int() && x < 1000000) {
		x = x + step;
		y = y + 1;
	}
	if (x < y)
		reach_error();
	return 0;
}
