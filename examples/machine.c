// A small protocol machine: the lock is taken and released in turn.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
	int state = 0, locked = 0;
	while (__VERIFIER_nondet_int()) {
		switch (state) {
		case 0:
			if (locked)
				reach_error();
			locked = 1;
			state = 1;
			break;
		case 1:
			state = __VERIFIER_nondet_int() ? 2 : 1;
			break;
		case 2:
			if (!locked)
				reach_error();
			locked = 0;
			state = 0;
			break;
		default:
			reach_error();
		}
	}
	return 0;
}
