// pool allocator: blocks of one size in a static arena, free ones linked through themselves
// fault 1: valid-deref
// witness 1: 1 0
// fault 2: assertion
// witness 2: 4 0 1 0 2 0 0 0
// fault 3: valid-deref
// witness 3: 1 0
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

#ifdef SMALL
enum { blocks = 2, max_ops = 4, payload = 20 };
#else
enum { blocks = 6, max_ops = 12, payload = 20 };
#endif

union block {
  union block *next;
  unsigned char bytes[payload];
};

struct pool {
  unsigned char *arena;
  size_t size; // of a block, rounded up for alignment
  void *free;
  unsigned used;
};

static int pool_init(struct pool *p, unsigned n, size_t size) {
  size_t align = _Alignof(max_align_t);
  size_t rounded = (size + align - 1) / align * align;
#ifdef FAULT_3
  p->arena = malloc(n * size);
#else
  p->arena = malloc(n * rounded);
#endif
  if (!p->arena)
    return -1;
  p->size = rounded;
  p->free = NULL;
  p->used = 0;
#ifdef FAULT_1
  for (unsigned i = 0; i <= n; i++) {
#else
  for (unsigned i = 0; i < n; i++) {
#endif
    void **b = (void **)(p->arena + (size_t)i * p->size);
    *b = p->free; // FAULT 1 // FAULT 3
    p->free = b;
  }
  return 0;
}

static void *pool_alloc(struct pool *p) {
  void *b = p->free;
  if (!b)
    return NULL;
  p->free = *(void **)b;
  p->used++;
  memset(b, 0, p->size); // FAULT 3
  return b;
}

static int pool_owns(const struct pool *p, const void *b, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    if (p->arena + (size_t)i * p->size == (const unsigned char *)b)
      return 1;
  return 0;
}

static int pool_is_free(const struct pool *p, const void *b) {
  for (void *f = p->free; f; f = *(void **)f)
    if (f == b)
      return 1;
  return 0;
}

static int pool_free(struct pool *p, void *b, unsigned n) {
  if (!b || !pool_owns(p, b, n))
    return -1;
#ifndef FAULT_2
  if (pool_is_free(p, b))
    return -1;
#endif
  *(void **)b = p->free;
  p->free = b;
  p->used--;
  return 0;
}

int main(void) {
  struct pool p;
  void *mine[max_ops] = {0};
  unsigned n = 0;
  unsigned char ops = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(ops <= max_ops);
  if (pool_init(&p, blocks, sizeof(union block)) != 0)
    return 0;
  for (unsigned i = 0; i < ops; i++) {
    if (__VERIFIER_nondet_uchar() == 0) {
      void *b = pool_alloc(&p);
      if (b) {
        for (unsigned k = 0; k < n; k++)
          assert(mine[k] != b); // FAULT 2
        mine[n++] = b;
      } else
        assert(p.used == blocks);
    } else if (n > 0) {
      pool_free(&p, mine[n - 1], blocks);
#ifdef FAULT_2
      pool_free(&p, mine[n - 1], blocks);
#else
      n--;
      assert(pool_free(&p, mine[n], blocks) != 0);
      continue;
#endif
      n--;
    }
  }
  assert(p.used <= blocks); // FAULT 2
  free(p.arena);
  return 0;
}
