// The error needs 3 <= n <= 90: all else is excluded by the way backward, the rest is run.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#ifdef UNSAFE
#define SUM 14 /* n = 4 */
#else
#define SUM 17
#endif

int main(void) {
	int n = __VERIFIER_nondet_int();
	int i, y = 0;
	if (n < 3 || n > 90)
		return 0;
	for (i = 0; i < n; i++)
		y += i * i;
	if (y == SUM)
		reach_error();
	return 0;
}
