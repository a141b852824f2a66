// Lengths of UTF-8 sequences: bytes read are the sum of the lengths
// paths: 5 for each lead byte
// fault: a sequence of three bytes is read as two
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
#ifndef LEADS
#define LEADS 5
#endif
int main(void) {
  unsigned char lead[LEADS];
  unsigned bytes = 0;
  for (int i = 0; i < LEADS; i++) {
    unsigned char c = lead[i] = __VERIFIER_nondet_uchar();
    if (c < 0x80) {
      bytes += 1;
    } else if (c < 0xc0) {
      return 1;
    } else if (c < 0xe0) {
      bytes += 2;
    } else if (c < 0xf0) {
#ifdef FAULT
      bytes += c == 0xe7 ? 2 : 3;
#else
      bytes += 3;
#endif
    } else {
      bytes += 4;
    }
  }
  for (int i = 0; i < LEADS; i++)
    bytes -= 1 + (lead[i] >= 0xc0) + (lead[i] >= 0xe0) + (lead[i] >= 0xf0);
  assert(bytes == 0);
  return 0;
}
