/* Three entries with free keys: a key is found if and only if it is one of them. */
#include <assert.h>
#include <stddef.h>
#include "uthash.h"
extern int __VERIFIER_nondet_int(void);

struct entry {
  int key, value;
  UT_hash_handle hh;
};

int main(void) {
  struct entry entries[3], *table = NULL, *found;
  for (int i = 0; i < 3; i++) {
    entries[i].key = __VERIFIER_nondet_int();
    entries[i].value = i;
  }
  if (entries[0].key == entries[1].key || entries[0].key == entries[2].key || entries[1].key == entries[2].key)
    return 0;
  for (int i = 0; i < 3; i++) {
    struct entry *e = &entries[i];
    HASH_ADD_INT(table, key, e);
  }
  int key = __VERIFIER_nondet_int();
  HASH_FIND_INT(table, &key, found);
  if (found != NULL)
    assert(found->key == key && entries[found->value].key == key);
  else
    assert(key != entries[0].key && key != entries[1].key && key != entries[2].key);
  HASH_CLEAR(hh, table);
  return 0;
}
