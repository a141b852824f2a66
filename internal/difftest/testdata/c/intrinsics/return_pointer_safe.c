// true --check return
int nondet_int(void);
static char *f(char *x)
{
	if (x)
		return x;
}

int main(void)
{
	char c = 0;
	char *p = f(&c);
	*p = 1;
	return 0;
}
