// pair --check=default
// inputs: 40 40 40 40 40 40 40
/* recursive descent with a pointer to the rest */
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
static unsigned sum(const char **at);
static unsigned atom(const char **at) {
  unsigned v = 0;
  if (**at == '(') {
    (*at)++;
    v = sum(at);
#ifndef UNSAFE
    if (**at == ')')
#endif
      (*at)++;
    return v;
  }
  while (**at >= '0' && **at <= '9') {
    v = v * 10 + (unsigned)(**at - '0');
    (*at)++;
  }
  return v;
}
static unsigned sum(const char **at) {
  unsigned v = atom(at);
  while (**at == '+') {
    (*at)++;
    v += atom(at);
  }
  return v;
}
int main(void) {
  static const char *at = text;
  fill();
  return sum(&at) == 7 && *at == 0;
}
