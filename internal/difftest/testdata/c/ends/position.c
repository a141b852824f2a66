// pair --check=default
// inputs: 0 97 97 97 97 97 97 97 97 97
/* a call changes a global index, and its result replaces it */
extern char __VERIFIER_nondet_char(void);
static char text[10];
static int at;
static int skip(int n) {
  if (n > 0) skip(n - 1);
  while (text[at]) at++;
#ifdef UNSAFE
  return at + 1;
#else
  return at;
#endif
}
int main(void) {
  int n = __VERIFIER_nondet_char();
  for (int i = 0; i < 9; i++) text[i] = __VERIFIER_nondet_char();
  text[9] = 0;
  at = skip(n);
  while (text[at]) at++;
  return 0;
}
