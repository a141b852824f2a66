// varints: seven bits a byte, as in protocol buffers; zigzag for signed numbers
// fault 1: valid-shift
// witness 1: 1 12 255 255 255 255 255 255 255 255 255 255 255 1
// witness small 1: 1 7 255 255 255 255 255 255 1
// fault 2: valid-deref
// witness 2: 1 3 255 255 255
// fault 3: valid-deref
// witness 3: 0 -1
// prefer: 0 1 127 128 255 -1
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);
long long __VERIFIER_nondet_longlong(void);
void __VERIFIER_assume(int);

#ifdef SMALL
typedef unsigned value;
typedef int signed_value;
enum { bits = 32, longest = 5, max_bytes = 7 };
#else
typedef unsigned long long value;
typedef long long signed_value;
enum { bits = 64, longest = 10, max_bytes = 12 };
#endif

// encode writes a number and returns how many bytes it took.
static size_t encode(value v, unsigned char *out) {
  size_t n = 0;
  while (v >= 0x80) {
    out[n++] = (unsigned char)(v | 0x80);
    v >>= 7;
  }
  out[n++] = (unsigned char)v; // FAULT 3
  return n;
}

// decode returns how many bytes it took, 0 if there is no number.
static size_t decode(const unsigned char *in, size_t n, value *v) {
  size_t i = 0;
  unsigned shift = 0;
  value r = 0;
  for (;;) {
    unsigned char c;
#ifndef FAULT_2
    if (i == n)
      return 0;
#endif
    c = in[i++]; // FAULT 2
#ifndef FAULT_1
    if (shift >= bits)
      return 0;
    if (shift == bits / 7 * 7 && (c & 0x7f) >> (bits - bits / 7 * 7) != 0)
      return 0;
#endif
    r |= (value)(c & 0x7f) << shift; // FAULT 1
    if ((c & 0x80) == 0)
      break;
    shift += 7;
  }
  *v = r;
  return i;
}

static value zigzag(signed_value v) { return (value)v << 1 ^ (v < 0 ? ~(value)0 : 0); }
static signed_value unzigzag(value v) { return (signed_value)(v >> 1 ^ (v & 1 ? ~(value)0 : 0)); }

int main(void) {
  value v = 0;
  if (__VERIFIER_nondet_uchar() == 0) {
#ifdef FAULT_3
    size_t room = longest - 1;
#else
    size_t room = longest;
#endif
    unsigned char *out = malloc(room);
    signed_value x = (signed_value)__VERIFIER_nondet_longlong();
    if (!out)
      return 0;
#ifdef FAULT_3
    size_t used = encode((value)x, out);
    assert(decode(out, used, &v) == used);
    assert(v == (value)x);
#else
    size_t used = encode(zigzag(x), out);
    assert(used >= 1 && used <= longest);
    assert(decode(out, used, &v) == used);
    assert(unzigzag(v) == x);
#endif
    free(out);
  } else {
    unsigned char in[max_bytes];
    unsigned char *heap;
    size_t n = __VERIFIER_nondet_uchar(), used;
    __VERIFIER_assume(n >= 1 && n <= max_bytes);
    heap = malloc(n);
    if (!heap)
      return 0;
    for (size_t i = 0; i < n; i++)
      heap[i] = __VERIFIER_nondet_uchar();
    used = decode(heap, n, &v);
    assert(used <= n);
    if (used > 0)
      assert(encode(v, in) <= used);
    free(heap);
  }
  return 0;
}
