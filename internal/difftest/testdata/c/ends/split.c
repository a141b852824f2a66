// pair --check=default
// inputs: 97 97 97 97 97 97 97
/* a text is split in place */
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
  char *p = text;
  while (*p) {
    char *from = p;
    while (*p && *p != ',') p++;
#ifdef UNSAFE
    *p++ = 0;
#else
    if (*p) *p++ = 0;
#endif
    while (*from) {
      n ^= (unsigned char)*from;
      from++;
    }
  }
  return n == 3;
}
