// false --check none
void __ESBMC_assume(_Bool);
void __ESBMC_assert(_Bool, const char *);
int nondet_int(void);
int __ESBMC_nondet_int(void);
void *malloc(unsigned long);

int main(void)
{
	int n = nondet_int();
	__ESBMC_assume(n > 0 && n < 9);
	char *p = malloc(n);
	__ESBMC_assert(__ESBMC_r_ok(p, n + (n == 3)), "it");
	return 0;
}
