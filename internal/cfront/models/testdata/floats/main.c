/* Compares the models of <math.h> (m_f) with the C library and the machine on
   random inputs, in all rounding modes where they matter. */

static unsigned long long state = 88172645463325252ull;
static unsigned long long bits64(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state * 2685821657736338717ull;
}
static unsigned rnd(unsigned n) { return (unsigned)(bits64() >> 33) % n; }

static int failures, mode, flags;
static const int modes[] = { FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO };

unsigned __VERIFIER_nondet_uint(void) { return 0; }
int __tandem_rounding(void) { return mode; }
void __tandem_raise(int e) { flags |= e; }

/* The bits of remquo's quotient that are compared: none on an emulator whose fprem1 loses them. */
static int quotient_bits(void)
{
	volatile double one = 1;
	int q = 0;
	remquo(one, one, &q);
	return q == 1 ? 7 : 0;
}

/* Random numbers: special ones, numbers with few digits, with any exponent or exponents near each other, halves, and
   neighbours of powers of two. */
#define RANDOM(FLT, UINT, name, MB, BIAS, ...) \
static FLT name(void) \
{ \
	static const FLT special[] = { 0, -0.0, 1, -1, 0.5, -0.5, 1.5, 2.5, -2.5, 3.75, 1e10, __VA_ARGS__ }; \
	union { UINT u; FLT f; } v; \
	UINT s = (UINT)rnd(2) << (sizeof(UINT) * 8 - 1); \
	switch (rnd(8)) { \
	case 0: return special[rnd(sizeof special / sizeof *special)]; \
	case 1: return (rnd(2) ? 1 : -1) * (FLT)rnd(100000) / (1 << rnd(20)); \
	case 2: v.u = s | bits64() >> (65 - sizeof(UINT) * 8) >> (sizeof(UINT) == 4 ? 32 : 0) >> rnd(8); break; \
	case 3: v.u = s | (UINT)(BIAS - 4 + rnd(9)) << MB | (UINT)(bits64() & ((1ull << MB) - 1)); break; \
	case 4: v.u = s | (UINT)(BIAS - 2 + rnd(MB + 6)) << MB | (UINT)(bits64() & ((1ull << MB) - 1)) >> rnd(MB) << rnd(MB) & (((UINT)1 << MB) - 1); break; \
	case 5: v.u = s | ((UINT)rnd(2 * BIAS + 1) << MB) + rnd(5) - (rnd(2) ? 2 : 0); v.u &= ~((UINT)1 << (sizeof(UINT) * 8 - 2)) | s; break; \
	case 6: v.u = s | (UINT)(bits64() & ((1ull << MB) - 1)) >> rnd(MB); break; \
	default: v.u = s | (UINT)rnd(2 * BIAS + 2) << MB | (UINT)(bits64() & ((1ull << MB) - 1)); \
	} \
	return v.f; \
}
RANDOM(double, unsigned long long, reald, 52, 1023, INFINITY, -INFINITY, NAN, 4.9e-324, -4.9e-324, 2.2250738585072014e-308, 2.2250738585072009e-308, 1.7976931348623157e308, 0x1p52, 0x1p53, -0x1.fffffffffffffp51, 0x1p31, 0x1p63, 0.49999999999999994)
RANDOM(float, unsigned, realf, 23, 127, INFINITY, -INFINITY, NAN, 1.4e-45f, -1.4e-45f, 1.17549435e-38f, 1.17549421e-38f, 3.40282347e38f, 0x1p23f, 0x1p24f, -0x1.fffffep22f, 0x1p31f, 0x1p63f, 0.49999997f)

#define SAME(x, y) (((x) != (x) && (y) != (y)) || ((x) == (y) && !signbit(x) == !signbit(y)))
#define SHOW(what, x, y, z) do { if (failures++ < 20) printf("%s differs: %a %a: %a and %a (mode %x, flags %x %x, errno %d %d)\n", what, (double)(x), (double)(y), (double)(z[0]), (double)(z[1]), mode, flags, raised, m_errno, errno); } while (0)

static int raised;
/* The machine's result in the rounding mode, and the exceptions that it raises. */
#define HOST(e) (fesetround(mode), feclearexcept(FE_ALL_EXCEPT), r[1] = (e), raised = fetestexcept(FE_ALL_EXCEPT), fesetround(FE_TONEAREST), r[1])
#define TRY(what, x, y, mine, theirs) do { flags = m_errno = errno = 0; r[0] = (mine); HOST(theirs); if (!SAME(r[0], r[1]) || m_errno != errno) SHOW(what, x, y, r); } while (0)
#define EXACT(what, x, y, mine, theirs) do { flags = 0; r[0] = (mine); HOST(theirs); if (!SAME(r[0], r[1]) || flags != raised) SHOW(what, x, y, r); } while (0)

#define INTEGER(what, x, mine, theirs) do { m_errno = errno = 0; long long j = (mine); fesetround(mode); k1 = 0; { long long h = (theirs); fesetround(FE_TONEAREST); r[0] = j; r[1] = h; if (j != h || m_errno != errno) SHOW(what, x, x, r); } } while (0)

#define TESTS(FLT, F, real) \
static void each##F(void) \
{ \
	volatile FLT x = real(), y = real(), z = real(); \
	volatile FLT r[2]; \
	FLT i1, i2; \
	int k1 = 0, k2 = 0, c = rnd(2) ? (int)rnd(4400) - 2200 : (int)rnd(400) - 200; \
	long long n = (long long)bits64() >> rnd(64); \
	unsigned long long u = bits64() >> rnd(64); \
	if (!rnd(3)) y = x; \
	if (!rnd(6)) y = x * (FLT)(rnd(40) / 4.0); \
	if (!rnd(3)) z = -(x * y) + (rnd(2) ? 0 : real()); \
	mode = modes[rnd(4)]; \
	EXACT("add" #F, x, y, m___tandem_add##F(x, y), x + y); \
	EXACT("sub" #F, x, y, m___tandem_sub##F(x, y), x - y); \
	EXACT("mul" #F, x, y, m___tandem_mul##F(x, y), x * y); \
	EXACT("div" #F, x, y, m___tandem_div##F(x, y), x / y); \
	EXACT("sqrt" #F, x, y, m___tandem_sqrt##F(x), sqrt##F(x)); \
	EXACT("int" #F, n, 0, m___tandem_int##F(n), (FLT)n); \
	TRY("uint" #F, u, 0, m___tandem_uint##F(u), (FLT)u); \
	if (x != x) x = NAN; /* what others do with NaNs that signal differs */ \
	if (y != y) y = NAN; \
	if (z != z) z = NAN; \
	TRY("rint" #F, x, y, m___tandem_rint##F(x), rint##F(x)); \
	TRY("nearbyint" #F, x, y, m___tandem_rint##F(x), nearbyint##F(x)); \
	TRY("fma" #F, x, y, m_fma##F(x, y, z), fma##F(x, y, z)); \
	TRY("fdim" #F, x, y, m_fdim##F(x, y), fdim##F(x, y)); \
	TRY("ldexp" #F, x, c, m_ldexp##F(x, c), ldexp##F(x, c)); \
	TRY("scalbn" #F, x, c, m_scalbn##F(x, c), scalbn##F(x, c)); \
	TRY("scalbln" #F, x, c, m_scalbln##F(x, c), scalbln##F(x, c)); \
	if (fabs(x) < 0x1p30) { \
		INTEGER("lrint" #F, x, m_lrint##F(x), lrint##F(x)); \
		INTEGER("lround" #F, x, m_lround##F(x), lround##F(x)); \
	} \
	if (fabs(x) < 0x1p62) { \
		INTEGER("llrint" #F, x, m_llrint##F(x), llrint##F(x)); \
		INTEGER("llround" #F, x, m_llround##F(x), llround##F(x)); \
	} \
	TRY("round" #F, x, y, m_round##F(x), round##F(x)); \
	TRY("fmod" #F, x, y, m_fmod##F(x, y), fmod##F(x, y)); \
	/* glibc's x86-64 loses the sign of a zero result for some tiny y, and in other modes. */ \
	if (y - y == 0 && (ilogb(y) < -100 || mode) && x - x == 0 && y != 0 && m_remainder##F(x, y) == 0) { \
		TRY("remainder" #F, x, y, fabs(m_remainder##F(x, y)), fabs(remainder##F(x, y))); \
	} else { \
		TRY("remainder" #F, x, y, m_remainder##F(x, y), remainder##F(x, y)); \
		TRY("drem" #F, x, y, m_drem##F(x, y), drem##F(x, y)); \
	} \
	TRY("remquo" #F, x, y, m_remquo##F(x, y, &k1), remquo##F(x, y, &k2)); \
	if (x - x == 0 && y == y && y != 0) { \
		TRY("quotient" #F, x, y, k1 & quotient_bits(), k2 & quotient_bits()); \
		TRY("quotient's sign" #F, x, y, k1 == 0 || k2 == 0 || k1 < 0 == k2 < 0, 1); \
	} \
	TRY("modf" #F, x, y, m_modf##F(x, &i1), modf##F(x, &i2)); \
	TRY("modf" #F " integer", x, y, i1, i2); \
	TRY("frexp" #F, x, y, m_frexp##F(x, &k1), frexp##F(x, &k2)); \
	if (x - x == 0) TRY("frexp" #F " exponent", x, y, k1, k2); \
	TRY("logb" #F, x, y, m_logb##F(x), logb##F(x)); \
	INTEGER("ilogb" #F, x, m_ilogb##F(x), ilogb##F(x)); \
	INTEGER("llogb" #F, x, m_llogb##F(x), llogb##F(x)); \
	TRY("significand" #F, x, y, m_significand##F(x), significand##F(x)); \
	TRY("nextafter" #F, x, y, m_nextafter##F(x, y), nextafter##F(x, y)); \
	TRY("nexttoward" #F, x, y, m_nexttoward##F(x, (long double)y), nexttoward##F(x, (long double)y)); \
	TRY("nextup" #F, x, y, m_nextup##F(x), nextup##F(x)); \
	TRY("nextdown" #F, x, y, m_nextdown##F(x), nextdown##F(x)); \
	TRY("fminimum" #F, x, y, m_fminimum##F(x, y), fminimum##F(x, y)); \
	TRY("fmaximum" #F, x, y, m_fmaximum##F(x, y), fmaximum##F(x, y)); \
	TRY("fminimum_num" #F, x, y, m_fminimum_num##F(x, y), fminimum_num##F(x, y)); \
	TRY("fmaximum_num" #F, x, y, m_fmaximum_num##F(x, y), fmaximum_num##F(x, y)); \
	TRY("fminimum_mag" #F, x, y, m_fminimum_mag##F(x, y), fminimum_mag##F(x, y)); \
	TRY("fmaximum_mag" #F, x, y, m_fmaximum_mag##F(x, y), fmaximum_mag##F(x, y)); \
	TRY("fminimum_mag_num" #F, x, y, m_fminimum_mag_num##F(x, y), fminimum_mag_num##F(x, y)); \
	TRY("fmaximum_mag_num" #F, x, y, m_fmaximum_mag_num##F(x, y), fmaximum_mag_num##F(x, y)); \
	if (fabs##F(x) != fabs##F(y)) { \
		TRY("fminmag" #F, x, y, m_fminmag##F(x, y), fminmag##F(x, y)); \
		TRY("fmaxmag" #F, x, y, m_fmaxmag##F(x, y), fmaxmag##F(x, y)); \
	} \
	i1 = x; i2 = y; \
	TRY("totalorder" #F, x, y, !m_totalorder##F(&i1, &i2), !totalorder##F(&i1, &i2)); \
	TRY("totalordermag" #F, x, y, !m_totalordermag##F(&i1, &i2), !totalordermag##F(&i1, &i2)); \
}
TESTS(double, , reald)
TESTS(float, f, realf)

static void narrow(void)
{
	volatile double x = reald();
	volatile float r[2];
	if (rnd(2)) x = realf() * (1 + rnd(3) * 0x1p-25 + rnd(2) * 0x1p-50);
	mode = modes[rnd(4)];
	EXACT("narrow", x, 0, m___tandem_narrow(x), (float)x);
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]);
	while (n--) {
		each();
		eachf();
		narrow();
	}
	return failures != 0;
}
