// Operations that C leaves open where they may overflow, divide by zero, shift too far.
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  long z = __VERIFIER_nondet_long();
  signed char c = x;
  unsigned u = x;
  int a = x + y, b = x - 1, d = x * 2 + y, e = -x, f = x << 3;
  int g = c + 1, h = (x & 15) << 2, k = x % 10 + 5;
  z = z * 3 - x;
  u = u * 31 + c;
  if (y != 0)
    a += x / y;
  if (y >= 0 && y < 32)
    b += x >> y;
  c++;
  d = (short)(d + 1) + (x > y);
  if (a + b + d + e + f + g + h + k == z + (long)u + c && (unsigned char)x == 200)
    reach_error();
  return 0;
}
