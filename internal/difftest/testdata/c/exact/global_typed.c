// pair
// Globals that are initialised as words are read as bytes and halves.
#include <assert.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

static const unsigned table[3] = {0x01020304, 0x11121314, 0x21222324};
static unsigned short halves[4] = {1, 2, 3, 4};
int main(void) {
  const unsigned char *p = (const unsigned char *)table;
  unsigned i = __VERIFIER_nondet_uint() % 12, w;
  memcpy(&w, halves + 1, 4);
#ifndef UNSAFE
  assert(p[i] == (i / 4 << 4) + 4 - i % 4 && w == 0x00030002);
#else
  assert(p[i] != 0x22 || i == 11);
#endif
  return 0;
}
