/* Random numbers that a seed determines (7.22.2): rand and random are glibc's additive
   feedback generator of 31 words. */
//# provides: srand srandom __tandem_rand __tandem_seeded

/* the state after srand(1) */
static unsigned word[31] = {
	2568305073u, 379960547u, 1735697613u, 1040273694u, 1313901226u, 1627687941u,
	4115662359u, 2221633813u, 1780058412u, 2305464239u, 3678992694u, 344556628u,
	939512070u, 3045851036u, 1507946756u, 3482421833u, 154635395u, 1388815473u,
	2368290473u, 525320961u, 3285938622u, 968117788u, 4171517689u, 1284210865u,
	435012392u, 2277460957u, 3383902437u, 3924708123u, 1132637927u, 1398500161u,
	4089365978u
};
static int rear;

/* rand and random, for a program that seeds the generator. */
int __tandem_rand(void)
{
	int front = rear + 3 - (rear + 3 >= 31) * 31;
	unsigned v = word[front] + word[rear];
	word[front] = v;
	rear++;
	if (rear == 31)
		rear = 0;
	return (int)(v >> 1);
}

void srandom(unsigned seed)
{
	int i, w = seed ? (int)seed : 1;
	word[0] = (unsigned)w;
	for (i = 1; i < 31; i++) {
		long hi = w / 127773, lo = w % 127773;
		w = (int)(16807 * lo - 2836 * hi);
		if (w < 0)
			w += 2147483647;
		word[i] = (unsigned)w;
	}
	rear = 0;
	for (i = 0; i < 310; i++)
		__tandem_rand();
}

void srand(unsigned seed) { srandom(seed); }

/* Sets the state, which cfront has computed from a constant seed. */
void __tandem_seeded(const unsigned *state)
{
	__builtin_memcpy(word, state, sizeof word);
	rear = 0;
}
