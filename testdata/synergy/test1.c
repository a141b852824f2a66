// test1, like Fig. 3: packets are sent under a lock that is given back for each request; errors are where the lock is used wrongly.
// safe: a packet was counted whenever the lock was given back
// fault: not if an input says so
// input: 0, 1, 0
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
	int held = 0;
	int packets = __VERIFIER_nondet_int();
	int old;
	do {
		if (held)
			reach_error();
		held = 1;
		old = packets;
		if (__VERIFIER_nondet_int()) {
			held = 0;
#ifdef FAULT
			if (__VERIFIER_nondet_int())
#endif
				packets++;
		}
	} while (packets != old);
	if (!held)
		reach_error();
	return 0;
}
