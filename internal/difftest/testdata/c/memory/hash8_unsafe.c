// false
// inputs: 5 5 6
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);
/* a hash table of 8 buckets with chains */
struct entry { unsigned key; int val; struct entry *next; };
static struct entry *bucket[8];
static struct entry *find(unsigned key) {
  for (struct entry *e = bucket[(key * 2654435761u) >> 29]; e; e = e->next)
    if (e->key == key) return e;
  return 0;
}
static void put(unsigned key, int val) {
  struct entry *e = find(key);
  if (!e) {
    e = malloc(sizeof *e);
    if (!e) exit(0);
    e->key = key;
    e->next = bucket[(key * 2654435761u) >> 29];
    bucket[(key * 2654435761u) >> 29] = e;
  }
  e->val = val;
}
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), c = __VERIFIER_nondet_uint();
  put(a, 1);
  put(b, 2);
  put(c, 3);
  struct entry *e = find(a);
  assert(e && e->val == (a == c ? 3 : 1));
  assert(find(c)->val == 3);
  return 0;
}
