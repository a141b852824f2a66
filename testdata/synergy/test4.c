// test4, like Fig. 1: a loop of N rounds, and what holds behind it because it has ended.
// safe: i < N is over
// fault: i <= N is not
// input:
// sizes: 10 1000 1000000
extern void reach_error(void);
#ifndef N
#define N 10
#endif
#ifdef FAULT
#define MORE 1
#else
#define MORE 0
#endif
int main(void) {
	int i = 0;
	int c = 0;
	while (i < N) {
		c = c + i;
		i = i + 1;
	}
	if (i < N + MORE)
		reach_error();
	return 0;
}
