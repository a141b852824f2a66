// false
// inputs: 97 97 97 97 97 97 97 97
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);
/* splits a line into words in place */
#define MAX 4
static int split(char *s, char **word) {
  int n = 0;
  while (*s) {
    while (*s == ' ') s++;
    if (!*s) break;
    if (n == MAX) return -1;
    word[n++] = s;
    while (*s && *s != ' ') s++;
    if (*s) *s++ = 0;
  }
  return n;
}
int main(void) {
  char line[9];
  char *word[MAX];
  for (int i = 0; i < 8; i++) line[i] = __VERIFIER_nondet_char();
  line[8] = 0;
  int n = split(line, word);
  assert(n >= 0 && n <= 4);
  for (int i = 0; i < n; i++) {
    assert(word[i] >= line && word[i] < line + 8);
    assert(strlen(word[i]) < 8);
    if (i > 0) assert(word[i - 1] < word[i]);
  }
  return 0;
}
