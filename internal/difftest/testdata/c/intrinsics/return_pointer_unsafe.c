// false --check return
int nondet_int(void);
static char *f(char *x)
{
	if (x)
		return x;
}

int main(void)
{
	char *p = f(0);
	if (p)
		return 1;
	return 0;
}
