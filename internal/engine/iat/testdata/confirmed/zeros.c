// What is left of the inputs by a run backward says nothing of memory.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void exit(int);

int table[3] = {0};

int main(void) {
	int i = __VERIFIER_nondet_int();
	if (i < 2147483640)
		exit(0);
	long long v = i + i;
#ifdef UNSAFE
	if (v % 4 != 0)
#else
	if (v % 2 != 0)
#endif
		reach_error();
	return table[(unsigned)i % 3u];
}
