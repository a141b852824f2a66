// LZ decoder: tokens with a count of literals and of bytes to repeat
// fault 1: valid-deref
// witness 1: 3 0x01 2 0
// fault 2: valid-deref
// witness 2: 5 0xf0 1 2 3 4
// witness small 2: 4 0x40 1 2 3
// fault 3: valid-argument
// witness 3: 3 0x12 7 1
// prefer: 0 1 2 0x10 0x11 0x12 0x21 0x31 0xf0 0x1f
#include <assert.h>
#include <stdlib.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

#ifdef SMALL
enum { max_in = 4, max_out = 6 };
#else
enum { max_in = 12, max_out = 24 };
#endif

// A token has the number of literals that follow it in its upper four bits, and in its lower
// ones how many bytes to repeat from a distance, which is the byte behind the literals.
static long lz_decode(const unsigned char *in, size_t n, unsigned char *out, size_t room) {
  size_t i = 0, o = 0;
  while (i < n) {
    unsigned token = in[i++];
    size_t literals = token >> 4, repeat = token & 15;
#ifdef FAULT_2
    if (literals > room - o)
#else
    if (literals > n - i || literals > room - o)
#endif
      return -1;
    if (literals)
      memcpy(out + o, in + i, literals); // FAULT 2
    i += literals;
    o += literals;
    if (repeat) {
      size_t distance;
      if (i >= n)
        return -1;
      distance = in[i++];
#ifdef FAULT_1
      if (distance == 0 || repeat > room - o)
#else
      if (distance == 0 || distance > o || repeat > room - o)
#endif
        return -1;
#ifdef FAULT_3
      memcpy(out + o, out + o - distance, repeat); // FAULT 3
      o += repeat;
#else
      for (size_t k = 0; k < repeat; k++, o++)
        out[o] = out[o - distance]; // FAULT 1
#endif
    }
  }
  return (long)o;
}

int main(void) {
  unsigned char *in, *out;
  long size;
  size_t n = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(n >= 1 && n <= max_in);
  in = malloc(n);
  out = malloc(max_out);
  if (in && out) {
    for (size_t i = 0; i < n; i++)
      in[i] = __VERIFIER_nondet_uchar();
    size = lz_decode(in, n, out, max_out);
    assert(size >= -1 && size <= max_out);
    if (size > 1 && in[0] == 0x11 && in[2] == 1)
      assert(out[0] == out[1]);
  }
  free(in);
  free(out);
  return 0;
}
