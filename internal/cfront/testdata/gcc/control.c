/* loops, switch, goto, computed goto, statement expressions, short circuit */
void out(unsigned long long);
int n; static int f(int x) { n++; return x; }
static int sw(int x) {
	int r = 0;
	switch (x) { case 1: r = 1; case 2: r += 10; break; case 3 ... 6: r = 36; break; default: r = -1; case 10: r *= 2; break; case -5: return 77; }
	return r;
}
static int nested(int x, int y) {
	switch (x) { case 0: switch (y) { case 0: return 0; case 1: break; default: return 5; } return 6; case 1: while (y > 0) { switch (y) { case 2: y -= 2; continue; default: y--; } if (y == 7) break; } return y; }
	return 9;
}
static int duff(int count) { int r = 0, k = (count + 3) / 4; switch (count % 4) { case 0: do { r += 1; case 3: r += 10; case 2: r += 100; case 1: r += 1000; } while (--k > 0); } return r; }
static int gotos(int x) {
	int s = 0;
again:
	s += x; if (x-- > 0) goto again;
	if (s > 100) goto big; s = -s; goto done;
big: s = s * 2;
done: return s;
}
static int computed(int x) {
	static void *tab[] = { &&a, &&b, &&c }; int r = 0; goto *tab[x % 3];
a: r += 1; b: r += 10; c: r += 100; if (r < 300 && x++ < 5) goto *tab[x % 3]; return r;
}
static unsigned long long sw64(unsigned long long v) { switch (v) { case 0xffffffffffffffffULL: return 1; case 1: return 2; case 0x100000001ULL: return 3; } return 4; }
static int swc(char c) { switch (c) { case 'a': return 1; case '\377': return 2; case 255: return 3; } return 4; }
int main(void) {
	for (int i = -6; i < 13; i++) out(sw(i));
	for (int i = 0; i < 3; i++) for (int j = 0; j < 12; j++) out(nested(i, j));
	for (int i = 1; i < 9; i++) out(duff(i));
	for (int i = 0; i < 20; i++) out(gotos(i));
	for (int i = 0; i < 4; i++) out(computed(i));
	out(sw64(-1)); out(sw64(1)); out(sw64(0x100000001ULL)); out(swc('a')); out(swc(-1));
	int i = 0; do { if (i == 3) { i += 2; continue; } if (i == 9) break; i++; } while (i < 20); out(i);
	for (i = 0;; i++) { if (i > 5) break; } out(i); while (1) { if (++i > 50) break; else continue; } out(i);
	out(f(0) && f(1)); out(n); out(f(1) || f(1)); out(n); out(f(0) || f(0) && f(1)); out(n); out(f(2) ? f(3) : f(4)); out(n); out(f(0) ?: f(8)); out(f(6) ?: f(8)); out(n);
	out(({ int t = 5; t += f(2); t * 2; })); out(({ lab: n++; n; })); 
	int k = ({ int s = 0; for (int q = 0; q < 5; q++) { if (q == 3) break; s += q; } s; }); out(k);
	{ int i = 7; { int i = 8; out(i); } out(i); } out(i);
	switch (i) { int z; case 51: z = 4; out(z); break; default: z = 9; out(z); }
	if (0) { inside: out(99); goto end; } goto inside;
end: return 0;
}
