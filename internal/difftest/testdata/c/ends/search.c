// pair --check=default
// inputs: 97 97 97 97 97 97 61
#include <string.h>
/* the part after a mark */
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
  const char *p = strchr(text, '=');
  if (!p) return 0;
#ifdef UNSAFE
  for (p += 2; *p; p++) n ^= (unsigned char)*p;
#else
  for (p += 1; *p; p++) n ^= (unsigned char)*p;
#endif
  return n == 1;
}
