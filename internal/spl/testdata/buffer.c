extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
	int made = 0, used = 0, t = 0;
	while (t < 50 && !(used == 10)) {
		if (__VERIFIER_nondet_int()) {
			if (made - used < 4)
				made++;
		} else {
			if (used < made)
				used++;
		}
		if (used > made || made - used > 4)
			reach_error();
		t++;
	}
	if (made > 14)
		reach_error();
	return 0;
}
