// true --check return
int nondet_int(void);
int f(int x)
{
	if (x > 0)
		return 1;
}
int g(int x)
{
	return f(x);
}

int main(void)
{
	return g(3);
	return 0;
}
