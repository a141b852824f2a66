// pair --check=default
// inputs: 97 97 97 97 97 97 97
/* the value of an expression that moves the pointer */
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
int main(void) {
  unsigned n = 0;
  fill();
  const char *p = text;
  char c;
  while ((c = *p++) != 0) {
    n ^= (unsigned char)c;
#ifdef UNSAFE
    if (*p++ == 'x') n ^= 1;
#else
    if (*p == 'x') p++;
#endif
  }
  return n == 3;
}
