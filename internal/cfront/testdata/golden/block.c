// Objects live from the beginning of their block; asm barriers.
int main(void) {
	int *p = 0, n = 0, v = 1;
again:;
	int x = 0;
	if (p) { *p = 5; n = x; }
	p = &x;
	__asm__ volatile("" ::: "memory");
	__asm__("" : "+r"(v));
	__asm__("" : "=r"(v) : "0"(n + 1));
	if (n++ < 3) goto again;
	return v;
}
