//# modf
double modf(double x, double *ip)
{
	double i = __builtin_trunc(x);
	*ip = i;
	if (x != x)
		return x;
	if (x - i != x - i) /* infinite */
		return __builtin_copysign(0.0, x);
	return __builtin_copysign(x - i, x);
}

//# modff
float modff(float x, float *ip)
{
	float i = __builtin_truncf(x);
	*ip = i;
	if (x != x)
		return x;
	if (x - i != x - i)
		return __builtin_copysignf(0.0f, x);
	return __builtin_copysignf(x - i, x);
}

//# frexp
double frexp(double x, int *e)
{
	union { double d; unsigned long long u; } v;
	int k;
	v.d = x;
	k = (int)(v.u >> 52 & 2047);
	*e = 0;
	if (k == 2047 || x == 0)
		return x;
	if (k == 0) {
		v.d = x * 18014398509481984.0; /* 2^54 */
		k = (int)(v.u >> 52 & 2047) - 54;
	}
	*e = k - 1022;
	v.u = v.u & 0x800fffffffffffffull | 0x3fe0000000000000ull;
	return v.d;
}

//# frexpf
float frexpf(float x, int *e)
{
	union { float d; unsigned u; } v;
	int k;
	v.d = x;
	k = (int)(v.u >> 23 & 255);
	*e = 0;
	if (k == 255 || x == 0)
		return x;
	if (k == 0) {
		v.d = x * 33554432.0f; /* 2^25 */
		k = (int)(v.u >> 23 & 255) - 25;
	}
	*e = k - 126;
	v.u = v.u & 0x807fffffu | 0x3f000000u;
	return v.d;
}

//# @ldexp
double @NAME(double x, @TYPE e)
{
	union { double d; unsigned long long u; } v;
	/* Only the last of these products rounds. */
	if (e > 1023) {
		x *= 0x1p1023;
		e -= 1023;
		if (e > 1023) {
			x *= 0x1p1023;
			e -= 1023;
			if (e > 1023)
				e = 1023;
		}
	} else if (e < -1022) {
		x *= 0x1p-969;
		e += 969;
		if (e < -1022) {
			x *= 0x1p-969;
			e += 969;
			if (e < -1022)
				e = -1022;
		}
	}
	v.u = (unsigned long long)(1023 + e) << 52;
	return x * v.d;
}

//# @ldexpf
float @NAME(float x, @TYPE e)
{
	union { float d; unsigned u; } v;
	if (e > 127) {
		x *= 0x1p127f;
		e -= 127;
		if (e > 127) {
			x *= 0x1p127f;
			e -= 127;
			if (e > 127)
				e = 127;
		}
	} else if (e < -126) {
		x *= 0x1p-102f;
		e += 102;
		if (e < -126) {
			x *= 0x1p-102f;
			e += 102;
			if (e < -126)
				e = -126;
		}
	}
	v.u = (unsigned)(127 + e) << 23;
	return x * v.d;
}

//# ilogb
int ilogb(double x)
{
	union { double d; unsigned long long u; } v;
	int k;
	v.d = x;
	k = (int)(v.u >> 52 & 2047);
	if (k == 2047)
		return x != x ? -2147483647 - 1 : 2147483647;
	if (x == 0)
		return -2147483647 - 1;
	if (k == 0) {
		v.d = x * 18014398509481984.0;
		k = (int)(v.u >> 52 & 2047) - 54;
	}
	return k - 1023;
}

//# fdim
double fdim(double x, double y)
{
	if (x != x)
		return x;
	if (y != y)
		return y;
	return x > y ? x - y : 0.0;
}

//# fdimf
float fdimf(float x, float y)
{
	if (x != x)
		return x;
	if (y != y)
		return y;
	return x > y ? x - y : 0.0f;
}
