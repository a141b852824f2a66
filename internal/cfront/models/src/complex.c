Products and quotients of complex numbers as libgcc 12 computes them.

//# @parts
static int __tandem_isinf(@T x) { return x - x != x - x && x == x; }

static @T __tandem_sign(@T x, @T y) { return @COPYSIGN(x, y); }

//# @mulc
//: __tandem_muldc3 | @T=double | @CT=_Complex double | @COPYSIGN=__builtin_copysign | @MAX=0x1.fffffffffffffp1023 | @MIN=0x1p-1022 | @EPS=0x1p-52
//: __tandem_mulsc3 | @T=float | @CT=_Complex float | @COPYSIGN=__builtin_copysignf
//: __tandem_multc3 | @T=_Float128 | @CT=_Complex _Float128 | @COPYSIGN=__builtin_copysignf128 | @MAX=0x1.ffffffffffffffffffffffffffffp16383f128 | @MIN=0x1p-16382f128 | @EPS=0x1p-112f128
//: __tandem_mulxc3 | @T=long double | @CT=_Complex long double | @COPYSIGN=__builtin_copysignl | @MAX=0xf.fffffffffffffffp16380L | @MIN=0x1p-16382L | @EPS=0x1p-63L
@include @parts
/* The product (a + ib)(c + id). If both parts of the result are NaNs, infinities are recovered (Annex G.5.1). */
@CT @NAME(@T a, @T b, @T c, @T d) {
  @T ac = a * c, bd = b * d, ad = a * d, bc = b * c, inf = (@T)__builtin_inf(), one = 1, zero = 0;
  @T x = ac - bd, y = ad + bc;
  if (x != x && y != y) {
    int again = 0;
    if (__tandem_isinf(a) || __tandem_isinf(b)) {
      a = __tandem_sign(__tandem_isinf(a) ? one : zero, a);
      b = __tandem_sign(__tandem_isinf(b) ? one : zero, b);
      if (c != c)
        c = __tandem_sign(zero, c);
      if (d != d)
        d = __tandem_sign(zero, d);
      again = 1;
    }
    if (__tandem_isinf(c) || __tandem_isinf(d)) {
      c = __tandem_sign(__tandem_isinf(c) ? one : zero, c);
      d = __tandem_sign(__tandem_isinf(d) ? one : zero, d);
      if (a != a)
        a = __tandem_sign(zero, a);
      if (b != b)
        b = __tandem_sign(zero, b);
      again = 1;
    }
    if (!again && (__tandem_isinf(ac) || __tandem_isinf(bd) || __tandem_isinf(ad) || __tandem_isinf(bc))) {
      if (a != a)
        a = __tandem_sign(zero, a);
      if (b != b)
        b = __tandem_sign(zero, b);
      if (c != c)
        c = __tandem_sign(zero, c);
      if (d != d)
        d = __tandem_sign(zero, d);
      again = 1;
    }
    if (again) {
      x = inf * (a * c - b * d);
      y = inf * (a * d + b * c);
    }
  }
  return __builtin_complex(x, y);
}

//# @recover
@include @parts
/* The quotient x + iy; if both parts are NaNs, the result is the one in Annex G.5.1. */
static @CT __tandem_recover(@T a, @T b, @T c, @T d, @T x, @T y) {
  @T inf = (@T)__builtin_inf(), one = 1, zero = 0;
  if (x != x && y != y) {
    if (c == 0 && d == 0 && (a == a || b == b)) {
      x = __tandem_sign(inf, c) * a;
      y = __tandem_sign(inf, c) * b;
    } else if ((__tandem_isinf(a) || __tandem_isinf(b)) && c - c == 0 && d - d == 0) {
      a = __tandem_sign(__tandem_isinf(a) ? one : zero, a);
      b = __tandem_sign(__tandem_isinf(b) ? one : zero, b);
      x = inf * (a * c + b * d);
      y = inf * (b * c - a * d);
    } else if ((__tandem_isinf(c) || __tandem_isinf(d)) && a - a == 0 && b - b == 0) {
      c = __tandem_sign(__tandem_isinf(c) ? one : zero, c);
      d = __tandem_sign(__tandem_isinf(d) ? one : zero, d);
      x = zero * (a * c + b * d);
      y = zero * (b * c - a * d);
    }
  }
  return __builtin_complex(x, y);
}

//# @divc
//: __tandem_divdc3 | @T=double | @CT=_Complex double | @COPYSIGN=__builtin_copysign | @MAX=0x1.fffffffffffffp1023 | @MIN=0x1p-1022 | @EPS=0x1p-52
//: __tandem_divtc3 | @T=_Float128 | @CT=_Complex _Float128 | @COPYSIGN=__builtin_copysignf128 | @MAX=0x1.ffffffffffffffffffffffffffffp16383f128 | @MIN=0x1p-16382f128 | @EPS=0x1p-112f128
//: __tandem_divxc3 | @T=long double | @CT=_Complex long double | @COPYSIGN=__builtin_copysignl | @MAX=0xf.fffffffffffffffp16380L | @MIN=0x1p-16382L | @EPS=0x1p-63L
@include @recover
static @T __tandem_abs(@T x) { return @COPYSIGN(x, (@T)1); }

/* Smith's method, with scaling where it would overflow or lose bits (M. Baudin, R. Smith: A robust complex division
   in Scilab, 2012; with P. McGehearty's limits). */
@CT @NAME(@T a, @T b, @T c, @T d) {
  @T big = @MAX / 2, small = @MIN, eps = @EPS, up = 1 / eps, room = big * eps, ratio, denom, x, y, m;
  int swap = __tandem_abs(c) < __tandem_abs(d);
  m = swap ? d : c;
  if (__tandem_abs(m) >= big) {
    a = a / 2;
    b = b / 2;
    c = c / 2;
    d = d / 2;
    m = m / 2;
  }
  if (__tandem_abs(m) < eps || (__tandem_abs(a) < small && __tandem_abs(b) < room && __tandem_abs(m) < room) ||
      (__tandem_abs(b) < small && __tandem_abs(a) < room && __tandem_abs(m) < room)) {
    a = a * up;
    b = b * up;
    c = c * up;
    d = d * up;
  }
  if (swap) {
    ratio = c / d;
    denom = c * ratio + d;
    if (__tandem_abs(ratio) > small) {
      x = (a * ratio + b) / denom;
      y = (b * ratio - a) / denom;
    } else {
      x = (c * (a / d) + b) / denom;
      y = (c * (b / d) - a) / denom;
    }
  } else {
    ratio = d / c;
    denom = d * ratio + c;
    if (__tandem_abs(ratio) > small) {
      x = (b * ratio + a) / denom;
      y = (b - a * ratio) / denom;
    } else {
      x = (a + d * (b / c)) / denom;
      y = (b - d * (a / c)) / denom;
    }
  }
  return __tandem_recover(a, b, c, d, x, y);
}

//# @divcwide
//: __tandem_divsc3 | @T=float | @CT=_Complex float | @COPYSIGN=__builtin_copysignf
@include @recover
/* The squares are computed in double, where they cannot overflow. */
@CT @NAME(@T a, @T b, @T c, @T d) {
  double aa = a, bb = b, cc = c, dd = d, denom = cc * cc + dd * dd;
  @T x = (@T)((aa * cc + bb * dd) / denom), y = (@T)((bb * cc - aa * dd) / denom);
  return __tandem_recover(a, b, c, d, x, y);
}
