// Cases of a parameter at the exit, and a call of the result of a call.
extern int nondet(void);
extern void reach_error(void);

int f(int x) {
	if (x > 50)
		return x - 5;
	return f(f(x + 6));
}

int main(void) {
	int x = nondet();
	int r = f(x);
#ifdef UNSAFE
	if (r == 46 && x < 51)
#else
	if (r != 46 && !(x > 51 && r == x - 5))
#endif
		reach_error();
	return 0;
}
