extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void exit(int);

static int any(void) {
	return __VERIFIER_nondet_int();
}

int main(void) {
	int lock = 0;
	while (1) {
		if (lock != 0)
			reach_error();
		lock = 1;
		int z = any();
		if (z == 3)
			exit(0);
		lock = 0;
	}
	reach_error();
}
