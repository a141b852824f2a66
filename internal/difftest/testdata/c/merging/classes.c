// pair --check=default
// A byte goes to one of three places by its class: which byte of the class it is decides nothing.
// inputs: 39 120 92 110 39 0
#include <assert.h>
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char t[7];
  int i, words = 0, texts = 0;
  for (i = 0; i < 6; i++) t[i] = __VERIFIER_nondet_char();
  t[6] = 0;
  for (i = 0; t[i]; i++) {
    switch (t[i]) {
    case ' ': case '\t': case '\r': case '\n': case ',': case ';':
      break;
    case '\'': case '"':
      texts++;
      for (i++; t[i] && t[i] != '\'' && t[i] != '"'; i++)
        if (t[i] == '\\' && t[i + 1]) {
          i++;
          if (t[i] != 'n' && t[i] != 't' && t[i] != 'r' && t[i] != '\\' && t[i] != '\'') return 1;
        }
      if (!t[i]) return 2;
      break;
    default:
      words++;
    }
  }
#ifndef UNSAFE
  assert(words + 2 * texts <= 6);
#else
  assert(words + 2 * texts <= 6 && !(texts == 1 && i == 5));
#endif
  return 0;
}
