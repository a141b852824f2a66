// test7, like Fig. 1: a device goes through three phases, each as long as its inputs want.
// safe: the loop ends in the last phase
// fault: a phase is left out
// input: 1, 0, 1, 2
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
	int phase = 0;
	while (phase < 3) {
		int event = __VERIFIER_nondet_int();
		if (event == 1)
			phase = phase + 1;
#ifdef FAULT
		if (event == 2)
			phase = phase + 2;
#endif
	}
	if (phase != 3)
		reach_error();
	return 0;
}
