// pair --check=default
// inputs: 97 97 97 97 97 97 92
/* two bytes are read at once */
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
  while (*p) {
#ifdef UNSAFE
    if (*p == '\\') {
#else
    if (*p == '\\' && p[1]) {
#endif
      n ^= (unsigned char)p[1];
      p += 2;
    } else {
      n ^= (unsigned char)*p++;
    }
  }
  return n == 3;
}
