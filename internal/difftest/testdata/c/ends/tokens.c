// pair --check=default
// inputs: 97 97 97 97 97 97 97
#include <string.h>
/* strtok */
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
  text[SIZE - 1] = 'x';
#endif
  for (char *p = strtok(text, " ,"); p; p = strtok(0, " ,")) n ^= (unsigned char)p[0];
  return n == 3;
}
