// Inputs that are true or false are split too.
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
	_Bool a = __VERIFIER_nondet_bool();
	_Bool b = __VERIFIER_nondet_bool();
	int x = a ? 1 : -1;
	int y = b ? x : -x;
#ifdef UNSAFE
	if (y != 1)
#else
	if (a == b && y != 1)
#endif
		reach_error();
	return 0;
}
