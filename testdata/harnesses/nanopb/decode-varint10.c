/* Any ten bytes as a varint: a number that is accepted has consumed bytes, a small one one byte. */
#include <assert.h>
#include "pb_decode.h"
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  pb_byte_t buffer[10];
  uint64_t value = 0;
  for (int i = 0; i < 10; i++) buffer[i] = __VERIFIER_nondet_uchar();
  pb_istream_t in = pb_istream_from_buffer(buffer, sizeof buffer);
  if (pb_decode_varint(&in, &value)) {
    assert(in.bytes_left < 10);
    if (buffer[0] < 0x80) assert(value == buffer[0] && in.bytes_left == 9);
  }
  return 0;
}
