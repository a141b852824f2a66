// true --check return
int nondet_int(void);
int f(int x)
{
	if (x > 0)
		return 1;
}

int main(void)
{
	f(nondet_int());
	(void)f(0);
	nondet_int() ? f(0) : f(-1);
	(f(0), 2);
	({ f(0); });
	return 0;
}
