// pair --check=default
// inputs: 97 97 97 97 97 97 97
/* a pointer that walks to the end */
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
#ifdef UNSAFE
  for (const char *p = text; *p; p += 3) n ^= (unsigned char)*p;
#else
  for (const char *p = text; *p; p++) n ^= (unsigned char)*p;
#endif
  return n == 3;
}
