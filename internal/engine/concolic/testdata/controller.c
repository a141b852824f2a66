// After DART's air-conditioning controller: a certain order of messages.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int hot, closed, on;
static void step(int message) {
	if (message == 0) hot = 1;
	if (message == 1) hot = 0;
	if (message == 2) { closed = 0; on = 0; }
	if (message == 3) { closed = 1; if (hot) on = 1; }
	if (hot && closed && !on)
		reach_error();
}
int main(void) {
	hot = 0; closed = 0; on = 0;
	for (int i = 0; i < 2; i++)
		step(__VERIFIER_nondet_int());
	return 0;
}
