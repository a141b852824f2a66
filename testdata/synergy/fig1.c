// Fig. 1 of the paper: a loop of N rounds that no input reaches, then one input decides. The paper's program is the one with FAULT.
// safe: the loop ends with i == N
// fault: a <= 0 is all that the error takes
// input: -5
// sizes: 10 1000 1000000 10000000
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifndef N
#define N 1000
#endif
int main(void) {
	int a = __VERIFIER_nondet_int();
	int i = 0;
	int c = 0;
	while (i < N) {
		c = c + i;
		i = i + 1;
	}
	if (a > 0)
		return 0;
#ifndef FAULT
	if (i > N)
#endif
		reach_error();
	return 0;
}
