// UTF-8: decoding and encoding
// fault 1: valid-deref
// witness 1: 12 65 65 65 65 65 65 65 65 65 65 65 0xc3
// witness small 1: 1 0xc3
// fault 2: assertion
// witness 2: 2 0xc0 0x80
// fault 3: valid-shift
// witness 3: 1 0xff
// prefer: 0 65 127 0x80 0xbf 0xc0 0xc3 0xe0 0xed 0xef 0xf0 0xf4 0xf5 0xff 0x9f
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

#ifdef SMALL
enum { max_bytes = 4 };
#else
enum { max_bytes = 12 };
#endif

// sequence gives the length of the sequence that begins with a byte, 0 if none does.
static int sequence(unsigned char c) {
#ifdef FAULT_3
  int n = 0;
  while (c & (0x80 >> n) && n < 8)
    n++;
  return n == 0 ? 1 : n;
#else
  if (c < 0x80)
    return 1;
  if (c < 0xc2)
#ifdef FAULT_2
    return c < 0xc0 ? 0 : 2;
#else
    return 0;
#endif
  if (c < 0xe0)
    return 2;
  if (c < 0xf0)
    return 3;
  return c < 0xf5 ? 4 : 0;
#endif
}

// decode reads one code point and returns the bytes that it took, 0 for what is not UTF-8.
static size_t decode(const unsigned char *s, size_t n, unsigned *code) {
  static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
  int len;
  unsigned c;
  if (n == 0)
    return 0;
  len = sequence(s[0]);
#ifdef FAULT_1
  if (len == 0)
#elif defined FAULT_3
  if (len == 0)
#else
  if (len == 0 || (size_t)len > n)
#endif
    return 0;
  if (len == 1) {
    *code = s[0];
    return 1;
  }
  c = s[0] & (0xffu >> (len + 1));
#ifdef FAULT_3
  c |= 1u << (len * 5 - 6); // FAULT 3
  if ((size_t)len > n || len > 4)
    return 0;
  c = s[0] & (0xffu >> (len + 1));
#endif
  for (int i = 1; i < len; i++) {
    if ((s[i] & 0xc0) != 0x80) // FAULT 1
      return 0;
    c = c << 6 | (s[i] & 0x3f);
  }
#ifndef FAULT_2
  if (c < least[len])
    return 0;
#else
  (void)least;
#endif
  if (c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
    return 0;
  *code = c;
  return (size_t)len;
}

static size_t encode(unsigned c, unsigned char *s) {
  if (c < 0x80) {
    s[0] = (unsigned char)c;
    return 1;
  }
  if (c < 0x800) {
    s[0] = (unsigned char)(0xc0 | c >> 6);
    s[1] = (unsigned char)(0x80 | (c & 0x3f));
    return 2;
  }
  if (c < 0x10000) {
    s[0] = (unsigned char)(0xe0 | c >> 12);
    s[1] = (unsigned char)(0x80 | (c >> 6 & 0x3f));
    s[2] = (unsigned char)(0x80 | (c & 0x3f));
    return 3;
  }
  s[0] = (unsigned char)(0xf0 | c >> 18);
  s[1] = (unsigned char)(0x80 | (c >> 12 & 0x3f));
  s[2] = (unsigned char)(0x80 | (c >> 6 & 0x3f));
  s[3] = (unsigned char)(0x80 | (c & 0x3f));
  return 4;
}

int main(void) {
  unsigned char *text, again[4];
  size_t n = __VERIFIER_nondet_uchar(), at = 0;
  __VERIFIER_assume(n >= 1 && n <= max_bytes);
  text = malloc(n);
  if (!text)
    return 0;
  for (size_t i = 0; i < n; i++)
    text[i] = __VERIFIER_nondet_uchar();
  while (at < n) {
    unsigned code = 0;
    size_t used = decode(text + at, n - at, &code);
    if (used == 0)
      break;
    assert(encode(code, again) == used); // FAULT 2
    for (size_t i = 0; i < used; i++)
      assert(again[i] == text[at + i]);
    at += used;
  }
  assert(at <= n);
  free(text);
  return 0;
}
