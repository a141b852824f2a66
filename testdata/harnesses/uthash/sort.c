/* Three entries with fixed keys and free values are in the order of their values after a sort. */
#include <assert.h>
#include <stddef.h>
#include "uthash.h"
extern int __VERIFIER_nondet_int(void);

struct entry {
  int key, value;
  UT_hash_handle hh;
};

static int by_value(const struct entry *a, const struct entry *b) {
  return a->value < b->value ? -1 : a->value > b->value;
}

int main(void) {
  struct entry entries[3], *table = NULL;
  for (int i = 0; i < 3; i++) {
    struct entry *e = &entries[i];
    e->key = i;
    e->value = __VERIFIER_nondet_int();
    HASH_ADD_INT(table, key, e);
  }
  HASH_SORT(table, by_value);
  assert(HASH_COUNT(table) == 3);
  int n = 0;
  for (struct entry *e = table; e != NULL; e = e->hh.next) {
    struct entry *next = e->hh.next;
    if (next != NULL) assert(e->value <= next->value);
    n++;
  }
  assert(n == 3);
  HASH_CLEAR(hh, table);
  return 0;
}
