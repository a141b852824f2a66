// true --check return
int nondet_int(void);
static int f(int x)
{
	if (x > 2)
		return f(x - 1) + 1;
	if (x == 2)
		return 0;
}

int main(void)
{
	int n = nondet_int();
	if (n > 1 && n < 5)
		return f(n);
	return 0;
}
