// Hard: a table of N entries is computed without inputs, and looked up at an input, which must fit the entry as well.
// safe: a second table is computed in the same way
// fault: one entry fits
// input: key()
// sizes: 16 256 4096
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#ifndef N
#define N 256
#endif
#define ROUNDS 1000000
static unsigned table[N], copy[N];
static void fill(void) {
	unsigned h = 5;
	for (int i = 0; i < ROUNDS; i++) {
		h = h * 1103515245u + 12345u;
		table[(h >> 16) % N] ^= h;
		copy[(h >> 16) % N] ^= h;
	}
}
#ifdef TESTED
int key(void) {
	return (int)(123457u * N + N / 2);
}
#endif
int main(void) {
	unsigned key = __VERIFIER_nondet_uint();
	fill();
#ifdef FAULT
	if ((table[key % N] ^ key) == (table[N / 2] ^ (123457u * N + N / 2)))
#else
	if (table[key % N] != copy[key % N])
#endif
		reach_error();
	return 0;
}
