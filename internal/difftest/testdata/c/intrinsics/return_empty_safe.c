// true --check return
int nondet_int(void);
static int f(int x)
{
	if (x)
		return 4;
	return;
}

int main(void)
{
	f(0);
	return 0;
}
