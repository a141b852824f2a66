// test6, like Fig. 1: a loop that never ends.
// safe: nothing is behind it
// fault: an input ends it
// input: 1, 1, 77
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
	int i = 0;
	int c = 0;
	while (1) {
		c = c + i;
		i = i + 1;
#ifdef FAULT
		if (__VERIFIER_nondet_int() == 77)
			break;
#endif
	}
	reach_error();
	return 0;
}
