// pair --check=default
// inputs: 49 49 49 49 49 49 49
#include <ctype.h>
/* classes of letters */
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
  unsigned words = 0;
  fill();
  const char *p = text;
  for (;;) {
#ifdef UNSAFE
    while (!isalpha((unsigned char)*p)) p++;
#else
    while (*p && !isalpha((unsigned char)*p)) p++;
#endif
    if (!*p) break;
    words ^= 1;
    while (isalnum((unsigned char)*p)) p++;
  }
  return words == 1;
}
