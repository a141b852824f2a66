// true --check none
_Bool nondet_bool(void);
unsigned char nondet_uchar(void);

int main(void)
{
	_Bool b = nondet_bool();
	unsigned char c = nondet_uchar();
	__CPROVER_assert(b <= 1 && c <= 255, "it");
	return 0;
}
