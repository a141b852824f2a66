// false --check=default
#include <assert.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);
/* three bytes become four letters */
static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static void encode(const unsigned char *in, unsigned n, char *out) {
  unsigned i;
  for (i = 0; i + 2 < n; i += 3) {
    unsigned v = (unsigned)in[i] << 16 | (unsigned)in[i + 1] << 8 | in[i + 2];
    *out++ = letters[v >> 18];
    *out++ = letters[v >> 12 & 63];
    *out++ = letters[v >> 6 & 63];
    *out++ = letters[v & 63];
  }
  if (i < n) {
    unsigned v = (unsigned)in[i] << 16 | (i + 1 < n ? (unsigned)in[i + 1] << 8 : 0);
    *out++ = letters[v >> 18];
    *out++ = letters[v >> 12 & 63];
    *out++ = i + 1 < n ? letters[v >> 6 & 63] : '=';
    *out++ = '=';
  }
  *out = 0;
}
int main(void) {
  unsigned char in[90];
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 90) return 0;
  for (unsigned i = 0; i < n; i++) in[i] = __VERIFIER_nondet_uchar();
  char *text = malloc((n + 2) / 3 * 4 );
  if (!text) return 0;
  encode(in, n, text);
  free(text);
  return 0;
}
