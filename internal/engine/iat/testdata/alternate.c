/* Backward, the error asks for 0 <= n <= 1000; forward again, this leaves one way only. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int main(void)
{
	int n = __VERIFIER_nondet_int();
	int a = 1;
	if (n < 0)
		a = n;
	if (n > 1000)
		a = n;
#ifdef UNSAFE
	a = n;
#endif
	if (n >= 0 && n <= 1000 && a != 1)
		__VERIFIER_error();
	return 0;
}
