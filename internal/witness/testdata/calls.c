extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long long __VERIFIER_nondet_longlong();
extern _Bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern double __VERIFIER_nondet_double(void);
extern int read_sensor(int channel, const char *name);
#define ANY __VERIFIER_nondet_uint()

static int inner(int limit) {
  int k = 0;
  while (k < limit) {
    int x = read_sensor((k + 1) * 2, "a ) b"); /* ) */
    if (x == 7)
      return k;
    k++;
  }
  return -1;
}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint
    ( /* nothing ( here */ );
  long long m = __VERIFIER_nondet_longlong();
  _Bool b = __VERIFIER_nondet_bool();
  char c = __VERIFIER_nondet_char();
  double d = __VERIFIER_nondet_double();
  unsigned q = ANY;
  if (n > 4000000000U && m == -9223372036854775807LL - 1 && b && c < 0 && d == 0.1 && q == 3) {
    if (inner(2) == 1) { reach_error(); }
  }
  return 0;
}
