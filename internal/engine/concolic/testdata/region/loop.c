// The error is behind a loop that runs n times: only n == 1500 comes there, and only
// for some k. A run backward finds that at once.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
	int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
	int x = 0, y = n, odd = 0;
	while (y > 0) {
		if (k > x)
			odd = 1 - odd;
		x++;
		y--;
	}
	if (x == 1500 && k > 700)
		if (odd)
			reach_error();
	return 0;
}
