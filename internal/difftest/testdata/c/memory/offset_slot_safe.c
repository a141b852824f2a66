// true
// A slot of a large table, by a function.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static struct entry { unsigned key; int val; } table[512];
static struct entry *slot(unsigned k) { return &table[k % 512]; }
int main(void) {
  unsigned k = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  struct entry *e = slot(k);
  e->key = k;
  e->val = 7;
  slot(j)->val = 8;
  assert(slot(k)->val == 7 || k % 512 == j % 512);
  return 0;
}
