// hash table with chains, keys are short texts
// fault 1: valid-deref
// witness 1: 1 0xff 0 5 0
// fault 2: valid-deref
// witness 2: 1 97 0 7 97 0 97 0
// fault 3: valid-division
// witness 3: 0 97 0 0
#include <assert.h>
#include <stdlib.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);
char __VERIFIER_nondet_char(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

#ifdef SMALL
enum { max_entries = 2, buckets = 2, key_size = 3 };
#else
enum { max_entries = 6, buckets = 8, key_size = 8 };
#endif

struct entry {
  struct entry *next;
  int value;
  char key[key_size];
};

struct table {
  struct entry **bucket;
  size_t nbuckets;
  size_t count;
};

#ifdef FAULT_1
static int hash(const char *key, size_t n) {
  int h = 0;
  for (; *key; key++)
    h = (h * 3) % 1000 + *key;
  return h % (int)n;
}
#else
static size_t hash(const char *key, size_t n) {
  unsigned h = 5381;
  for (; *key; key++)
    h = h * 33 ^ (unsigned char)*key;
  return h % n; // FAULT 3
}
#endif

static int table_init(struct table *t, size_t n) {
  t->count = 0;
  t->nbuckets = n;
  t->bucket = NULL;
  if (n == 0)
    return 0;
  t->bucket = calloc(n, sizeof *t->bucket);
  return t->bucket ? 0 : -1;
}

static struct entry **find(struct table *t, const char *key) {
  struct entry **e;
#ifndef FAULT_3
  if (t->nbuckets == 0)
    return NULL;
#endif
  e = &t->bucket[hash(key, t->nbuckets)];
  while (*e && strcmp((*e)->key, key) != 0) // FAULT 1 // FAULT 2
    e = &(*e)->next;
  return e;
}

static int table_get(struct table *t, const char *key, int *value) {
  struct entry **e = find(t, key);
  if (!e || !*e)
    return 0;
  *value = (*e)->value;
  return 1;
}

static int table_put(struct table *t, const char *key, int value) {
  struct entry **e = find(t, key), *n;
  if (!e)
    return -1;
  if (*e) {
    (*e)->value = value;
    return 0;
  }
  if (strlen(key) >= key_size)
    return -1;
  n = malloc(sizeof *n);
  if (!n)
    return -1;
  strcpy(n->key, key);
  n->value = value;
  n->next = NULL;
  *e = n;
  t->count++;
  return 0;
}

static int table_remove(struct table *t, const char *key) {
  struct entry **e = find(t, key), *gone;
  if (!e || !*e)
    return 0;
  gone = *e;
#ifdef FAULT_2
  if (e != &t->bucket[hash(key, t->nbuckets)])
#endif
    *e = gone->next;
  free(gone);
  t->count--;
  return 1;
}

static void table_free(struct table *t) {
  for (size_t i = 0; i < t->nbuckets; i++)
    while (t->bucket[i]) {
      struct entry *e = t->bucket[i];
      t->bucket[i] = e->next;
      free(e);
    }
  free(t->bucket);
}

static void read_key(char *key) {
  size_t i;
  for (i = 0; i + 1 < key_size; i++) {
    key[i] = __VERIFIER_nondet_char();
    if (!key[i])
      break;
  }
  key[i] = 0;
}

int main(void) {
  struct table t;
  char key[key_size];
  int v;
  unsigned char n = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(n <= max_entries);
  if (table_init(&t, n ? buckets : 0) != 0)
    return 0;
  for (unsigned i = 0; i < n; i++) {
    read_key(key);
    int x = __VERIFIER_nondet_int();
    if (table_put(&t, key, x) == 0) {
      assert(table_get(&t, key, &v));
      assert(v == x);
    }
  }
  read_key(key);
  if (table_remove(&t, key))
    assert(!table_get(&t, key, &v));
  assert(t.count <= n);
  table_free(&t);
  return 0;
}
