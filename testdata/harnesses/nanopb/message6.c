/* Any six bytes as a message of two numbers: what is accepted consumes all of them. */
#include <assert.h>
#include "pb_decode.h"
extern unsigned char __VERIFIER_nondet_uchar(void);

typedef struct {
  uint32_t id;
  int32_t level;
} Reading;

/* What the generator makes of: message Reading { uint32 id = 1; sint32 level = 2; } */
#define Reading_FIELDLIST(X, a)              \
  X(a, STATIC, SINGULAR, UINT32, id, 1)      \
  X(a, STATIC, SINGULAR, SINT32, level, 2)
#define Reading_CALLBACK NULL
#define Reading_DEFAULT NULL
PB_BIND(Reading, Reading, AUTO)

int main(void) {
  pb_byte_t buffer[6];
  Reading reading;
  for (int i = 0; i < 6; i++) buffer[i] = __VERIFIER_nondet_uchar();
  pb_istream_t in = pb_istream_from_buffer(buffer, sizeof buffer);
  if (pb_decode(&in, &Reading_msg, &reading)) {
    assert(in.bytes_left == 0);
    if (buffer[0] == 8 && buffer[1] < 0x80 && buffer[2] == 16 && buffer[3] < 0x80 && buffer[4] == 8 && buffer[5] < 0x80)
      assert(reading.id == buffer[5]);
  }
  return 0;
}
