// pair --check=default
// inputs: 97 97 97 97 97 97 97
/* recursion over the rest */
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
static unsigned hash(const char *s) {
  if (*s == 0) return 5;
#ifdef UNSAFE
  return 31u * hash(s + 3) + (unsigned char)*s;
#else
  return 31u * hash(s + 1) + (unsigned char)*s;
#endif
}
int main(void) {
  fill();
  return hash(text) == 7;
}
