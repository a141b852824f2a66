/* float and double */
void out(unsigned long long);
static void d(double x) { union { double d; unsigned long long u; } v = { x }; out(v.u); }
static void f(float x) { union { float f; unsigned u; } v = { x }; out(v.u); }
float gf = 1.1f, zero; double gd = -2.25e10, third = 1.0 / 3; int n = 7;
static float avg(float a, float b) { return (a + b) / 2; } static double kr(x, c) float x; char c; { return x + c; }
int main(void) {
	f(gf); d(gd); d(gf); d(gf * gf); f(gf * gf); d(gf * 2.0); f(gf * 2); d(third); d(n / 2); d(n / 2.0); f(n / 2.0f); d(1e300 * 1e10); d(-1e300 * 1e10); d(0.1 + 0.2); f(0.1f + 0.2f); f(16777217); d(16777217); f(123456789);
	out((int)-2.7); out((unsigned char)200.9); out((long long)1e15); out((int)gf); d((float)1e-40); f(1e-45f); d(5e-324); out(gf < gd); out(gf == 1.1); out(gf == 1.1f); out(zero == -zero); double nan = zero / zero; out(nan == nan); out(nan != nan); out(nan < 1); out(!(nan < 1)); out(nan >= 1); out(!nan); out(nan ? 1 : 0);
	out(zero ? 1 : 0); out(!zero); out(-0.0 ? 1 : 0); d(-zero); d(1 / -zero); f(avg(3, 4)); d(kr(2.5f, 'a')); gf += 1; f(gf); gd /= 3; d(gd); n *= 1.5; out(n); n -= 0.7; out(n); gf++; f(gf); gd--; d(gd); d(n++ * 0.5); d(1 ? 1 : 2.0); d((double)(float)0.1); f(3 > 2.5 ? 1 : 0.5f); d(0x1.8p3); d(1.5f); out(sizeof(1.0f)); out(sizeof(1.0)); out((_Bool)0.1); out((unsigned)3e9); d(4294967295u); f(4294967295u); d(-5); d((unsigned long long)-1); f((unsigned long long)-1); f(0xffffff7fffffffffULL); d(9007199254740993LL); out(2.5 && 0.0); out(0.0 || 0.1f);
	d(__builtin_fabs(-3.5)); d(__builtin_inf()); f(__builtin_inff()); out(__builtin_isnan(nan)); out(__builtin_isinf(1 / zero)); d(__builtin_sqrt(2)); d(__builtin_copysign(3, -0.0)); out(__builtin_signbit(-1.0) != 0); d(__builtin_floor(-2.5)); d(__builtin_ceil(-2.5)); d(__builtin_trunc(-2.5)); d(__builtin_rint(2.5)); d(__builtin_fmin(2, 3)); d(__builtin_fmax(nan, 3));
	return 0;
}
