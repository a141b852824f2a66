// false --check return
int nondet_int(void);
static int f(int x)
{
	if (x)
		return 4;
	return;
}

int main(void)
{
	if (f(nondet_int() & 1) == 4)
		return 0;
	return 0;
}
