// base64: encoding and decoding
// fault 1: valid-deref
// witness 1: 0 1 65
// fault 2: valid-deref
// witness 2: 1 4 0x80 65 65 65
// fault 3: assertion
// witness 3: 0 2 65 65
// prefer: "AZaz09+/==" 0x80 255
#include <assert.h>
#include <stdlib.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);
char __VERIFIER_nondet_char(void);
void __VERIFIER_assume(int);

#ifdef SMALL
enum { max_bytes = 3, max_text = 4 };
#else
enum { max_bytes = 12, max_text = 16 };
#endif

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static size_t encoded_size(size_t n) {
#ifdef FAULT_1
  return n / 3 * 4 + 1;
#else
  return (n + 2) / 3 * 4 + 1;
#endif
}

static void encode(const unsigned char *in, size_t n, char *out) {
  size_t i;
  for (i = 0; i + 2 < n; i += 3) {
    unsigned v = (unsigned)in[i] << 16 | (unsigned)in[i + 1] << 8 | in[i + 2];
    *out++ = alphabet[v >> 18];
    *out++ = alphabet[v >> 12 & 63];
    *out++ = alphabet[v >> 6 & 63];
    *out++ = alphabet[v & 63];
  }
  if (i < n) {
    unsigned v = (unsigned)in[i] << 16;
    if (i + 1 < n)
      v |= (unsigned)in[i + 1] << 8;
    *out++ = alphabet[v >> 18];
    *out++ = alphabet[v >> 12 & 63]; // FAULT 1
    *out++ = i + 1 < n ? alphabet[v >> 6 & 63] : '='; // FAULT 1
    *out++ = '=';
  }
  *out = 0; // FAULT 1
}

static signed char digit[128];

static void fill_digits(void) {
  memset(digit, -1, sizeof digit);
  for (int i = 0; i < 64; i++)
    digit[(unsigned char)alphabet[i]] = (signed char)i;
}

static int digit_of(char c) {
#ifdef FAULT_2
  return digit[(int)c]; // FAULT 2
#else
  return c < 0 ? -1 : digit[(int)c];
#endif
}

// decode returns the number of bytes, -1 for what is no base64.
static long decode(const char *in, size_t n, unsigned char *out) {
  long bytes = 0;
  size_t pad = 0;
  if (n % 4 != 0)
    return -1;
  while (pad < 2 && pad < n && in[n - 1 - pad] == '=')
    pad++;
  for (size_t i = 0; i < n; i += 4) {
    unsigned v = 0;
    for (size_t k = 0; k < 4; k++) {
      int d = i + k >= n - pad ? 0 : digit_of(in[i + k]);
      if (d < 0)
        return -1;
      v = v << 6 | (unsigned)d;
    }
    out[bytes++] = (unsigned char)(v >> 16);
    out[bytes++] = (unsigned char)(v >> 8);
    out[bytes++] = (unsigned char)v;
  }
#ifdef FAULT_3
  return bytes;
#else
  return bytes - (long)pad;
#endif
}

int main(void) {
  unsigned char mode = __VERIFIER_nondet_uchar(), n = __VERIFIER_nondet_uchar();
  fill_digits();
  if (mode == 0) {
    unsigned char in[max_bytes], again[max_bytes + 3];
    char *text;
    long back;
    __VERIFIER_assume(n <= max_bytes);
    for (int i = 0; i < n; i++)
      in[i] = __VERIFIER_nondet_uchar();
    text = malloc(encoded_size(n));
    if (!text)
      return 0;
    encode(in, n, text);
    assert(strlen(text) + 1 == encoded_size(n));
    back = decode(text, strlen(text), again);
    assert(back == n); // FAULT 3
    assert(memcmp(in, again, n) == 0);
    free(text);
  } else {
    char in[max_text];
    unsigned char out[max_text / 4 * 3];
    long got;
    __VERIFIER_assume(n <= max_text);
    for (int i = 0; i < n; i++)
      in[i] = __VERIFIER_nondet_char();
    got = decode(in, n, out);
    assert(got <= n / 4 * 3);
  }
  return 0;
}
