// test20, after Gulavani and Rajamani (TACAS 2006): a loop of 2 * N rounds, which counts in its second half.
// safe: y ends at 2 * N
// fault: it begins to count a round later
// input:
// sizes: 10 50 1000
extern void reach_error(void);
#ifndef N
#define N 50
#endif
int main(void) {
	int x = 0, y = N;
	while (x < 2 * N) {
#ifdef FAULT
		if (x > N)
#else
		if (x >= N)
#endif
			y = y + 1;
		x = x + 1;
	}
	if (y != 2 * N)
		reach_error();
	return 0;
}
