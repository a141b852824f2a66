// false --check none
void __ESBMC_assume(_Bool);
void __ESBMC_assert(_Bool, const char *);
int nondet_int(void);
int __ESBMC_nondet_int(void);
void *malloc(unsigned long);

int main(void)
{
	int x = nondet_int();
	__ESBMC_assume(x > 3 && x < 6);
	__ESBMC_assert(x == 4, "it");
	return 0;
}
