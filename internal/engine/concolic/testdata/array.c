// Symbolic indices, for reading and for writing.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int table[8] = {3, 14, 15, 92, 65, 35, 89, 79};
int main(void) {
	int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
	if (i < 0 || i >= 8 || j < 0 || j >= 8)
		return 0;
	table[j] += 7;
	if (table[i] == 99 && i != 0)
		if (table[0] == 10)
			return 1;
		else
			reach_error();
	return 0;
}
