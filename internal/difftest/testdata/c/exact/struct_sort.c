// pair --32
// Four pairs of key and value are sorted.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct kv { unsigned char key, val; };
int main(void) {
  struct kv s[4];
  for (int i = 0; i < 4; i++) {
    s[i].key = __VERIFIER_nondet_uchar();
    s[i].val = s[i].key ^ 5;
  }
  for (int i = 1; i < 4; i++)
    for (int j = i; j > 0 && s[j - 1].key > s[j].key; j--) {
      struct kv t = s[j];
      s[j] = s[j - 1];
      s[j - 1] = t;
    }
  unsigned k = __VERIFIER_nondet_uint() % 3;
#ifndef UNSAFE
  assert(s[k].key <= s[k + 1].key && s[k].val == (s[k].key ^ 5));
#else
  assert(s[k].key < s[k + 1].key || s[k].val != s[k + 1].val);
#endif
  return 0;
}
