// Inputs of all kinds: functions, what has no value, arrays, pointers.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern float __VERIFIER_nondet_float(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern unsigned short nondet_port(void);
extern int elsewhere(int, char *);
extern void reach_error(void);
int limit = 7;
double table[3] = {0.5, 1.0, -2.25};
int main(void) {
  int a, i;
  char buf[6];
  unsigned short port = nondet_port();
  float f = __VERIFIER_nondet_float();
  for (i = 0; i < 3; i++) {
    int fresh;
    if (fresh > limit)
      limit = fresh;
    if (__VERIFIER_nondet_bool())
      break;
  }
  unsigned long long big = __VERIFIER_nondet_ulonglong() * 3;
  if (a > 3 && buf[2] == 'x' && elsewhere(a, buf) == port && f > table[i % 3] && big % 10 == 7)
    reach_error();
  return 0;
}
