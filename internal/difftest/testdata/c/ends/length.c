// pair --check=default
// inputs: 1 97 97 98 98 97 97
#include <string.h>
/* the length of a text */
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
  size_t n = strlen(text);
  unsigned sum = 0;
  for (size_t i = 0; i < n; i++) sum ^= (unsigned char)text[i];
#ifdef UNSAFE
  return sum == 1 && text[n + 1] == 1;
#else
  return sum == 1 && text[n] == 1;
#endif
}
