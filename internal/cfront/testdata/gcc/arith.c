/* integer promotions, usual conversions, wrap-around, shifts, casts */
void out(unsigned long long);
#define O(x) out((unsigned long long)(x))
signed char sc = -3; unsigned char uc = 250; short s = -300; unsigned short us = 65000;
int i = -70000; unsigned u = 4000000000u; long l = -5; unsigned long ul = 7;
long long ll = -123456789012345LL; unsigned long long ull = 12345678901234567890ULL; _Bool b = 1; char c = 'a';
enum e { A, B = 5, C } en = C; enum neg { N = -1, P } ne = N; enum big { BIG = 0x100000000LL, SMALL = 1 } eb = BIG;
int main(void) {
	O(sc + uc); O(sc * us); O(u + i); O(u - i); O(us << 20); O(s >> 3); O(i / 7); O(i % 7); O(u / 7); O(u % 7);
	O(sc < u); O(sc < uc); O(l < ul); O(ll < ull); O(i < u); O((unsigned char)s); O((short)ll); O((int)ull); O((unsigned)ll);
	O(-uc); O(~uc); O(!uc); O(!i); O(-u); O(~ull); O(+sc); O(b + b); O(b == 1); O((_Bool)256); O((_Bool)0.5); O(c + 1);
	O(en - 7); O(en - 7 < 0); O(ne - 7 < 0); O(A - 1 < 0); O(eb + 1); O(sizeof(en)); O(sizeof eb); O(SMALL - 2 < 0); O(sizeof(SMALL));
	sc += 200; O(sc); uc *= 3; O(uc); us -= 65001; O(us); s <<= 3; O(s); i >>= 2; O(i); u ^= 0xffff; O(u); ll |= 1; O(ll); ull %= 1000; O(ull);
	b += 5; O(b); b--; O(b); b = 0; b--; O(b); uc = 255; uc++; O(uc); sc = -128; sc--; O(sc); O(uc--); O(--sc); O(c++ + c); 
	O(ll << 3); O(ll >> 5); O(ull >> 1); O(1 ? -1 : 1u); O(0 ? 1 : -1ll); O(i ? sc : u); O((1, 2, 3)); O((i = 5, i + 1));
	O(i && u); O(i || 0); O(!i || (i = 9)); O(i); O(i && (i = 11)); O(i); O(i & 3 | 4 ^ 1); O(1 << 31); O(1u << 31); O(-1 >> 1); O((unsigned)-1 >> 1);
	O(0x7fffffff + 1); O('\377'); O('ab'); O(L'x'); O(0xffffffff); O(2147483648); O(0x80000000); O(-2147483648); O(sizeof 2147483648); O(sizeof 0x80000000); O(10u - 20); O(5 - 10ul); O(017); O(0b101); O(1e3); O(07 / 2.0);
	int x = 10; x = x++ + 1; O(x); int *p = &x; O(*p += 3); O((*p)++); O(x); O(sizeof(char) - 2 < 0); O(-1 < sizeof(int));
	O((signed char)200); O((signed char)200 == 200); O((unsigned short)-1 == 65535); O((char)0x80 < 0);
	return 0;
}
