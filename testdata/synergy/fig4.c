// Fig. 4 of the paper: Fig. 1 with an array, of which the loop changes the other element. The paper's program is the one with FAULT.
// safe: the loop leaves a[0] as it was
// fault: a[0] <= 0 is all that the error takes
// input: -5
// sizes: 10 1000 1000000 10000000
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifndef N
#define N 1000
#endif
int main(void) {
	int a[2];
	int i, j;
	a[0] = __VERIFIER_nondet_int();
	int before = a[0];
	i = 0;
	j = 1;
	a[j] = 0;
	while (i < N) {
		a[j] = a[j] + i;
		i = i + 1;
	}
	if (a[0] > 0)
		return 0;
#ifndef FAULT
	if (a[0] != before)
#endif
		reach_error();
	return 0;
}
