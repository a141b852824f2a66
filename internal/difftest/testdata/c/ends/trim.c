// pair --check=default
// inputs: 0
#include <string.h>
/* blanks at the end are cut off */
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
  int n = (int)strlen(text);
#ifdef UNSAFE
  while (text[n - 1] == ' ') text[--n] = 0;
#else
  while (n > 0 && text[n - 1] == ' ') text[--n] = 0;
#endif
  unsigned sum = 0;
  for (const char *p = text; *p; p++) sum ^= (unsigned char)*p;
  return sum == 1;
}
