/* Sixteen bits in hexadecimal with width 4 have four characters. */
#include <assert.h>
#include "printf.h"
extern unsigned short __VERIFIER_nondet_ushort(void);

void _putchar(char c) { (void)c; }

int main(void) {
  char text[8];
  unsigned value = __VERIFIER_nondet_ushort();
  int n = snprintf_(text, sizeof text, "%4x", value);
  assert(n == 4);
  assert(text[4] == 0);
  return 0;
}
