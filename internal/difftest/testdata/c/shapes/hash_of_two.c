// pair
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct entry { unsigned key; struct entry *next; };
static struct entry *even, *odd;
static struct entry **bucket(unsigned key) { return key % 2 ? &odd : &even; }
static struct entry *lookup(unsigned key) {
  struct entry *e = *bucket(key);
  while (e && e->key != key) e = e->next;
  return e;
}
static void insert(unsigned key) {
  if (lookup(key)) return;
  struct entry *e = malloc(sizeof *e), **b = bucket(key);
  if (!e) abort();
  e->key = key;
  e->next = *b;
  *b = e;
}
static void drop(struct entry **b) {
  while (*b) {
    struct entry *e = *b;
    *b = e->next;
    free(e);
  }
}
int main(void) {
  while (__VERIFIER_nondet_int() > 0) insert((unsigned)__VERIFIER_nondet_int());
  struct entry *e = lookup(5);
#ifndef UNSAFE
  if (e) assert(e->key == 5);
#else
  if (e) assert(e->key != 5);
#endif
  drop(&even);
  drop(&odd);
  return 0;
}
