// pair --check=default
// inputs: 97 97 97 97 97 97 97
/* the byte after the next one is looked at */
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
#ifdef UNSAFE
  while (p[0] && p[2] != 1) {
#else
  while (p[0] && p[1] && p[2]) {
#endif
    n ^= p[0] == p[2];
    p++;
  }
  return n == 1;
}
