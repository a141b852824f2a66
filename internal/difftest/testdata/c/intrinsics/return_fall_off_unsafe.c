// false --check return
int nondet_int(void);
int f(int x)
{
	if (x > 0)
		return 1;
}

int main(void)
{
	int n = nondet_int();
	if (n > -5 && f(n))
		return 1;
	return 0;
}
