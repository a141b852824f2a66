// pair --check=default
// A machine with named states reads bytes: the state is control, the bytes are data.
// inputs: 47 42 42 47 0
#include <assert.h>
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
enum { CODE, SLASH, NOTE, STAR };
int main(void) {
  char t[10], out[10];
  int i, n = 0, s = CODE;
  for (i = 0; i < 9; i++) t[i] = __VERIFIER_nondet_char();
  t[9] = 0;
  for (i = 0; t[i]; i++) {
    char c = t[i];
    switch (s) {
    case CODE:
      if (c == '/') s = SLASH;
      else out[n++] = c;
      break;
    case SLASH:
      if (c == '*') s = NOTE;
      else {
        out[n++] = '/';
        out[n++] = c;
        s = CODE;
      }
      break;
    case NOTE:
      if (c == '*') s = STAR;
      break;
    default:
      s = c == '/' ? CODE : c == '*' ? STAR : NOTE;
    }
  }
#ifndef UNSAFE
  assert(n <= i);
  out[n] = 0;
#else
  assert(n <= i && (n > 0 || i < 4));
#endif
  return 0;
}
