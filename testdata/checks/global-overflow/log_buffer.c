// CWE-787
// fault: valid-deref
// witness: 5

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

static char log_text[5];
static unsigned used;
static void log_char(char c) {
#ifdef BAD
  if (used > sizeof log_text)
#else
  if (used >= sizeof log_text)
#endif
    return;
  log_text[used++] = c; // FAULT
}
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(n <= 5);
  for (int i = 0; i <= n; i++)
    log_char('x');
  return 0;
}
