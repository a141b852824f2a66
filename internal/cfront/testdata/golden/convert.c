// Implicit conversions are casts.
char c; unsigned u; short s; long long l; double d; float f; _Bool b; int *p;
int main(void) {
	u = c + u;
	c = c + 1;
	l = u * s;
	d = f * u;
	b = d;
	b = p;
	c = l < u;
	s += 3;
	u <<= c;
	f = 1;
	p = p + c - 2;
	l = p - &p[u];
	return b;
}
