// pair --check=default
// inputs: 49 49 49 49 49 49 49
/* functions that move a pointer of their caller */
extern char __VERIFIER_nondet_char(void);
#ifdef UNSAFE
#define SIZE 8
#else
#define SIZE 300
#endif
static char text[SIZE];
static void fill(void) {
  int i = 0;
  while (i < SIZE - 1 && (text[i] = __VERIFIER_nondet_char()) != 0) i++;
  text[i] = 0;
}
static void blanks(const char **at) {
  while (**at == ' ' || **at == '\t') (*at)++;
}
static unsigned number(const char **at) {
  unsigned v = 0;
  while (**at >= '0' && **at <= '9') {
    v = v * 10 + (unsigned)(**at - '0');
    (*at)++;
  }
  return v;
}
int main(void) {
  unsigned sum = 0;
  fill();
  const char *at = text;
  while (*at) {
    blanks(&at);
    sum += number(&at);
#ifndef UNSAFE
    if (*at)
#endif
      at++;
  }
  return sum == 7;
}
