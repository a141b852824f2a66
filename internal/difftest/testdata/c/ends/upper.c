// pair --check=default
// inputs: 97 97 97 97 97 97 97
/* each byte is replaced by another */
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
  fill();
#ifdef UNSAFE
  for (char *p = text; *p; p++) {
    if (p[1] == 0) p[1] = 'x';
#else
  for (char *p = text; *p; p++) {
#endif
    if (*p >= 'a' && *p <= 'z')
      *p = (char)(*p - 'a' + 'A');
    else
      *p = '_';
  }
  return text[0] == 'B';
}
