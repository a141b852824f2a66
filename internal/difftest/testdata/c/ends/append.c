// pair --check=default
// inputs: 97 97 97 97 97 97 97
#include <string.h>
/* a text is copied and appended */
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
static char both[2 * SIZE];
int main(void) {
  fill();
  strcpy(both, text);
  strcat(both, text);
#ifdef UNSAFE
  strcat(both, text);
#endif
  return both[0] == 1;
}
