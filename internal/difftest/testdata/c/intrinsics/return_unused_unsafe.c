// false --check return
int nondet_int(void);
int f(int x)
{
	if (x > 0)
		return 1;
}

int main(void)
{
	int x = f(nondet_int());
	if (x)
		return 1;
	return 0;
}
