// Constraints whose numbers do not fit are not relied on.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

unsigned long long last = 0;
int cells[4] = {0};

int main(void) {
	short start = 2;
	int n = __VERIFIER_nondet_int();
	if (n != 8)
		return 0;
	short i;
	for (i = 0; i < 3; i++) {
		unsigned rounds = 0;
		while (start - 4 < 100) {
			rounds++;
			if (rounds > 11)
				break;
			last = (start - 3) << 3;
		}
		start = -2;
		if (last - start != (cells[(unsigned)i % 4u] >> 6))
			break;
	}
#ifdef UNSAFE
	n++;
#endif
	if ((cells[(unsigned)last % 4u] ^ n) != 8)
		reach_error();
	return 0;
}
