// pair --check=default
// Letters become small ones before they are compared with a word: the change is data, the comparisons are control.
// inputs: 69 110 68
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
static int letter(unsigned char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
int main(void) {
  const char *word = "end";
  int same = 0, letters = 0;
  unsigned sum = 0;
  for (int i = 0; i < 3; i++) {
    unsigned char c = __VERIFIER_nondet_uchar();
    if (letter(c)) letters++;
    unsigned char small = c;
    if (c >= 'A' && c <= 'Z') small = c + 32;
    sum += small;
    same += small == (unsigned char)word[i];
  }
#ifndef UNSAFE
  assert(same <= letters);
  assert(same < 3 || sum == 'e' + 'n' + 'd');
#else
  assert(same <= letters && (same < 3 || letters < 3));
#endif
  return 0;
}
