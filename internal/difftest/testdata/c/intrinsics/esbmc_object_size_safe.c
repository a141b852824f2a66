// true --check none
void __ESBMC_assume(_Bool);
void __ESBMC_assert(_Bool, const char *);
int nondet_int(void);
int __ESBMC_nondet_int(void);
void *malloc(unsigned long);

int main(void)
{
	int x[4];
	int *p = x + 2;
	__ESBMC_assert(__ESBMC_get_object_size(p) == 16 && __ESBMC_POINTER_OFFSET(p) == 8, "it");
	return 0;
}
