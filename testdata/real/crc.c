// CRC-32 by a table; frames whose last bytes are the checksum
// fault 1: valid-deref
// witness 1: 1 0
// fault 2: assertion
// witness 2: 1 1
// fault 3: valid-deref
// witness 3: 1 1
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

#ifdef SMALL
enum { max_bytes = 2, digits = 4 };
#else
enum { max_bytes = 8, digits = 8 };
#endif

enum { entries = 1 << digits };

#ifdef FAULT_1
static uint32_t table[entries - 1];
#else
static uint32_t table[entries];
#endif

static void fill_table(void) {
  for (uint32_t i = 0; i < sizeof table / sizeof *table; i++) {
    uint32_t c = i;
    for (int k = 0; k < digits; k++)
      c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
    table[i] = c;
  }
}

static uint32_t crc32(const unsigned char *p, size_t n) {
#ifdef FAULT_2
  uint32_t c = 0;
#else
  uint32_t c = 0xffffffffu;
#endif
  while (n-- > 0) {
    c ^= *p++; // FAULT 3
    for (int bit = 0; bit < 8; bit += digits)
      c = c >> digits ^ table[c & (entries - 1)]; // FAULT 1
  }
  return ~c;
}

// bitwise is the same without a table.
static uint32_t bitwise(const unsigned char *p, size_t n) {
  uint32_t c = 0xffffffffu;
  for (size_t i = 0; i < n; i++) {
    c ^= p[i];
    for (int k = 0; k < 8; k++)
      c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
  }
  return ~c;
}

static uint32_t load32(const unsigned char *p) {
  return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void store32(unsigned char *p, uint32_t v) {
  for (int i = 0; i < 4; i++)
    p[i] = (unsigned char)(v >> 8 * i);
}

// frame_ok says whether the last four bytes of a frame are the checksum of those before.
static int frame_ok(const unsigned char *frame, size_t n) {
#ifndef FAULT_3
  if (n < 4)
    return 0;
#endif
  return crc32(frame, n - 4) == load32(frame + n - 4);
}

int main(void) {
  size_t n = __VERIFIER_nondet_uchar();
  unsigned char *frame;
  __VERIFIER_assume(n >= 1 && n <= max_bytes);
  frame = malloc(n + 4);
  if (!frame)
    return 0;
  fill_table();
  for (size_t i = 0; i < n; i++)
    frame[i] = __VERIFIER_nondet_uchar();
  store32(frame + n, crc32(frame, n));
  assert(load32(frame + n) == bitwise(frame, n)); // FAULT 2
  assert(frame_ok(frame, n + 4));
  frame[0] ^= 1;
  assert(!frame_ok(frame, n + 4));
  frame_ok(frame, n);
  free(frame);
  return 0;
}
