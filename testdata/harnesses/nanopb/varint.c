/* Any 32 bits, written as a varint and read back, are the same. */
#include <assert.h>
#include "pb_decode.h"
#include "pb_encode.h"
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  pb_byte_t buffer[10];
  uint64_t value = __VERIFIER_nondet_uint(), back = 0;
  pb_ostream_t out = pb_ostream_from_buffer(buffer, sizeof buffer);
  assert(pb_encode_varint(&out, value));
  assert(out.bytes_written >= 1 && out.bytes_written <= 5);
  pb_istream_t in = pb_istream_from_buffer(buffer, out.bytes_written);
  assert(pb_decode_varint(&in, &back));
  assert(back == value && in.bytes_left == 0);
  return 0;
}
