// What is not modelled is approximate, with a warning.
_Decimal64 ld;
int main(void) {
	int x, y = 1;
	double d = ld * 2;
	if (ld > 1) y = 2;
	__asm__("mov %1, %0" : "=r"(x) : "r"(y));
	return x + y + (d > 0);
}
