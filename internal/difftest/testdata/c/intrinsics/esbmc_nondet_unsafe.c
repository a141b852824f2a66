// false --check none
void __ESBMC_assume(_Bool);
void __ESBMC_assert(_Bool, const char *);
int nondet_int(void);
int __ESBMC_nondet_int(void);
void *malloc(unsigned long);

int main(void)
{
	int x = __ESBMC_nondet_int();
	__ESBMC_assume(x != 0);
	__ESBMC_assert(x != 1, "it");
	return 0;
}
