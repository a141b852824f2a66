// CWE-121
// fault: valid-deref
// witness: 9
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char packet[16] = {0}, payload[8];
  unsigned char len = __VERIFIER_nondet_uchar();
  packet[0] = len;
#ifdef BAD
  if (len > 16)
#else
  if (len > sizeof payload)
#endif
    return 0;
  memcpy(payload, packet, packet[0] > 16 ? 16 : packet[0]); // FAULT
  return 0;
}
