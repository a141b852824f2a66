// test18: a sum of steps, each longer than the one before. What is added stays small, so that nothing wraps around.
// safe: neither the sum nor the step is negative
// fault: the first step may go back
// input: -3, 1, 0
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifdef FAULT
#define LEAST -3
#else
#define LEAST 0
#endif
int main(void) {
	int step = __VERIFIER_nondet_int();
	int sum = 0;
	if (step < LEAST || step > 10)
		return 0;
	while (__VERIFIER_nondet_int()) {
		if (sum < 1000000)
			sum = sum + step;
		if (step < 1000)
			step = step + 1;
	}
	if (sum < 0)
		reach_error();
	return 0;
}
