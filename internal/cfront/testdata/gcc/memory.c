/* pointers, arrays, structs, unions, bit-fields, initialisers, strings */
#include <stddef.h>
void out(unsigned long long);
struct P { int x, y; }; struct N { char c; struct P p; short a[3]; union { int i; float f; char b[8]; } u; struct P *q; };
struct B { unsigned a : 3; int b : 5; unsigned c : 17; long long d : 40; unsigned long long e : 33; _Bool f : 1; char g : 2; unsigned : 0; unsigned h : 9; } bf = { 5, -3, 99999, -5, 0x1ffffffffULL, 1, -1, 300 };
struct __attribute__((packed)) K { char a; int b; short c; unsigned d : 7, e : 20; long long f; } pk = { 1, -2, 3, 100, 0xabcde, -9 };
int arr[3][4] = { { 1, 2 }, { [2] = 7, 8 }, [2][1] = 9, 10 }; int rng[10] = { [2 ... 5] = 4, 6, [9] = 1 };
struct N g = { 'x', { 1, 2 }, { 3, 4, 5 }, { .b = "hey" }, &g.p }; struct N h = { .p.y = 5, .a[1] = 6, 7, .u.f = 1.5f, .q = 0 };
char str[] = "abc\0def", fixed[2] = "xyz", *ps = "pointer" "joined"; const char *names[] = { "one", "two", [4] = "five" }; __WCHAR_TYPE__ wide[] = L"wide";
struct P ps2[] = { 1, 2, 3, 4, { 5 } }; union U { int i; char c[4]; } un = { 0x01020304 }; struct Anon { int a; struct { int b; union { int c; char d; }; }; } an = { 1, { 2, { 3 } } };
struct F { int n; int data[]; } fl = { 2, { 11, 22 } }; int *pa = &arr[1][2]; size_t diff = (size_t)&((struct N *)0)->u; int (*fp)(int); void *vp = &rng[3];
static int twice(int x) { return 2 * x; } int (*table[])(int) = { twice, &twice };
static struct P mk(int a, int b) { struct P p = { a, b }; return p; } static int sum(struct P p) { p.x += 1; return p.x + p.y; }
static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
int main(void) {
	for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) out(arr[i][j]);
	for (int i = 0; i < 10; i++) out(rng[i]);
	out(g.c); out(g.p.x); out(g.p.y); for (int i = 0; i < 3; i++) out(g.a[i]); out(g.u.b[0]); out(g.u.i); out(g.q->y); out(h.p.x); out(h.p.y); out(h.a[0]); out(h.a[1]); out(h.a[2]); out(h.u.i); out(h.q == 0); out(h.c);
	out(bf.a); out(bf.b); out(bf.c); out(bf.d); out(bf.e); out(bf.f); out(bf.g); out(bf.h); out(sizeof bf); out(sizeof pk); out(pk.a); out(pk.b); out(pk.c); out(pk.d); out(pk.e); out(pk.f);
	bf.a = 9; out(bf.a); out(bf.a = 12); bf.b += 20; out(bf.b); bf.c--; out(bf.c); bf.d <<= 30; out(bf.d); bf.e++; out(bf.e); out(bf.e--); out(bf.e); bf.f = 7; out(bf.f); bf.g = 1; out(bf.g++); out(bf.g); out(bf.a - 8 < 0); out(bf.h - 800 < 0); pk.e = -1; out(pk.e); pk.d++; out(pk.d); out(pk.f); out(pk.b);
	out(sizeof str); out(str[4]); out(fixed[1]); out(ps[7]); out(sizeof "ab" "cd"); out(names[1][2]); out(names[3] == 0); out(names[4][0]); out(sizeof names / sizeof *names); out(sizeof wide); out(wide[1]); out(sizeof ps2 / sizeof *ps2); out(ps2[1].y); out(ps2[2].x); out(ps2[2].y); out(un.c[0]); out(an.b); out(an.c); out(an.d); out(fl.data[1]); out(fl.n); out(*pa); out(diff); out(*(int *)vp);
	out(offsetof(struct N, u)); out(offsetof(struct N, a[2])); out(sizeof(struct N)); out(_Alignof(struct N)); out(_Alignof(double)); out(__alignof__(double)); out(offsetof(struct Anon, d)); out(sizeof(fl));
	out(table[0](4)); out((*table[1])(5)); fp = twice; out(fp(6)); out((**fp)(7)); fp = &twice; out(fp == twice);
	struct P p = mk(3, 4), q; q = p; q.x = 9; out(p.x); out(q.x + q.y); out(sum(p)); out(p.x); out(mk(5, 6).y); out(sum(mk(7, 8))); out((q = mk(1, 2)).y); struct P *pp = &(struct P){ 8, 9 }; out(pp->y); pp->x++; out(pp->x); struct P three[3] = { mk(1, 2), p, { .y = 3 } }; out(three[0].y); out(three[1].x); out(three[2].x); out(three[2].y); out((1 ? p : q).y);
	int a = 1, b = 2; swap(&a, &b); out(a); out(b); int loc[5] = { 1, 2, [4] = 5 }; int *e = loc + 4; out(*e); out(e - loc); out(e[-3]); out(3[loc]); out(&loc[4] > &loc[1]); out((char *)e - (char *)loc); e -= 2; out(*e++); out(*++e); out(*e--); out(*e); out(!e); out(e ? 1 : 0); 
	int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } }; int (*row)[3] = m; out(row[1][2]); out((*(row + 1))[0]); out(sizeof *row); out(sizeof m / sizeof m[0]); row++; out((*row)[1]); out(*(*(m + 1) + 1));
	char buf[8] = "hi"; out(buf[2]); out(buf[7]); buf[2] = '!'; out(buf[2]); char *t = buf; while (*t) t++; out(t - buf); union U v = { .c = { 1, 2, 3, 4 } }; out(v.i); v.c[3] = -1; out(v.i); long double ld = 3; out(sizeof ld);
	struct P s1 = { 1, 2 }, s2 = s1; s1.x = 50; out(s2.x); struct { struct P in[2]; int z; } deep = { { { 1, 2 }, { 3, 4 } }, 5 }, deep2 = deep; deep.in[1].y = 99; out(deep2.in[1].y); out(deep2.z); int big[40] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27 }; out(big[26]); out(big[30]);
	const char *s = "lit"; out(s[1]); out("abc"[2]); out(*"q"); out(sizeof(int[7])); out(sizeof(struct { char c; int i; })); static int st = 5; st++; out(st); { extern int rng[]; out(rng[2]); }
	for (int i = 0; i < 3; i++) { static int cnt; int fresh[2] = { i }; cnt += fresh[0] + fresh[1]; out(cnt); }
	short *sp = (short *)&un; out(sp[0]); out(*(unsigned char *)&un.i); void *vv = &un; out(((union U *)vv)->c[2]); unsigned long addr = (unsigned long)vv; out((void *)addr == vv); out(((int *)0) == (void *)0); out(&arr[0][0] == arr[0]);
	return 0;
}
