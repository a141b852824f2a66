/* Any int in decimal has 1 to 11 characters. */
#include <assert.h>
#include "printf.h"
extern int __VERIFIER_nondet_int(void);

void _putchar(char c) { (void)c; }

int main(void) {
  char text[16];
  int n = snprintf_(text, sizeof text, "%d", __VERIFIER_nondet_int());
  assert(1 <= n && n <= 11);
  assert(text[n] == 0);
  return 0;
}
