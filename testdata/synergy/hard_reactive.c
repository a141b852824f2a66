// Hard: a reactive system goes up N levels, one for each command that fits the level; any other leads back. Errors are at the top.
// safe: there is nothing above the top
// fault: at the top one command is not handled
// input: command(0), command(1), command(2), command(3), command(4), (next())
// sizes: 50 200 800
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifndef N
#define N 50
#endif
#ifdef TESTED
static int command(int level);
static int next(void) {
	static int level = 5;
	return level < N ? command(level++) : 77003;
}
#endif
static int command(int level) {
	return level * level + 37 * level + 11;
}
int main(void) {
	int level = 0;
	for (;;) {
		int x = __VERIFIER_nondet_int();
		if (level < N) {
			if (x == command(level))
				level++;
			else
				level = 0;
		} else if (level > N) {
			reach_error();
		} else if (x == 0) {
			return 0;
#ifdef FAULT
		} else if (x == 77003) {
			level++;
#endif
		} else {
			level = N / 2;
		}
	}
}
