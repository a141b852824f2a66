/* x == y needs a relation, and so a check with a solver, where what down knows of main's cell
   cannot be said. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int down(int *p, int n)
{
	if (n <= 0)
		return *p;
	return down(p, n - 1);
}

int main(void)
{
	int cell = 3, x = 0, y = 0;
	int n = __VERIFIER_nondet_int();
	down(&cell, 5);
	while (x < n) {
		x++;
		y++;
	}
#ifdef UNSAFE
	y++;
#endif
	if (x != y)
		__VERIFIER_error();
	return 0;
}
