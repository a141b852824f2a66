// pair
// Bit-fields in a union with their word.
// inputs: 1431656800 1
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

union reg {
  struct { unsigned mode : 3, speed : 9, on : 1, rest : 19; } f;
  unsigned w;
};
int main(void) {
  union reg r[2];
  unsigned v = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint() & 1;
  r[0].w = v;
  r[1].w = ~v;
  r[i].f.speed = 300;
  r[i].f.on = 0;
#ifndef UNSAFE
  assert((r[i].w >> 3 & 0x1ff) == 300 && !(r[i].w & 0x1000) && r[0].f.mode == (v & 7));
#else
  assert(r[0].w != 0x55555960);
#endif
  return 0;
}
