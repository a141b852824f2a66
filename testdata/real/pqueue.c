// priority queue: a binary heap in an array that grows
// fault 1: valid-deref
// witness 1: 4 3 1 2 1
// witness small 1: 2 1 2
// fault 2: valid-deref
// witness 2: 5 1 2 3 4 5
// witness small 2: 3 1 2 3
// fault 3: assertion
// witness 3: 4 0 5 1 6
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

#ifdef SMALL
enum { max_items = 4, first_room = 2 };
#else
enum { max_items = 8, first_room = 4 };
#endif

struct item {
  int key;
  unsigned id;
};

struct pqueue {
  struct item *items;
  size_t n, room;
};

static void swap(struct item *a, struct item *b) {
  struct item t = *a;
  *a = *b;
  *b = t;
}

static int pq_push(struct pqueue *q, int key, unsigned id) {
  size_t i = q->n;
  if (q->n == q->room) {
    size_t room = q->room ? 2 * q->room : first_room;
#ifdef FAULT_2
    struct item *items = realloc(q->items, room * sizeof items->key);
#else
    struct item *items = realloc(q->items, room * sizeof *items);
#endif
    if (!items)
      return -1;
    q->items = items;
    q->room = room;
  }
  q->items[q->n].key = key; // FAULT 2
  q->items[q->n++].id = id;
  while (i > 0) {
    size_t parent = (i - 1) / 2;
    if (q->items[parent].key <= q->items[i].key)
      break;
    swap(&q->items[parent], &q->items[i]);
    i = parent;
  }
  return 0;
}

static int pq_pop(struct pqueue *q, struct item *first) {
  size_t i = 0;
  if (q->n == 0)
    return -1;
  *first = q->items[0];
  q->items[0] = q->items[--q->n];
  for (;;) {
    size_t child = 2 * i + 1;
#ifdef FAULT_1
    if (child > q->room)
      break;
    if (q->items[child + 1].key < q->items[child].key) // FAULT 1
      child++;
    if (child >= q->n)
      break;
#elif defined FAULT_3
    if (child >= q->n)
      break;
#else
    if (child >= q->n)
      break;
    if (child + 1 < q->n && q->items[child + 1].key < q->items[child].key)
      child++;
#endif
    if (q->items[i].key <= q->items[child].key)
      break;
    swap(&q->items[i], &q->items[child]);
    i = child;
  }
  return 0;
}

int main(void) {
  struct pqueue q = {0};
  struct item it;
  int last = 0;
  unsigned popped = 0, pushed = 0, seen[max_items] = {0};
  unsigned char n = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(n <= max_items);
  for (unsigned i = 0; i < n; i++) {
    if (pq_push(&q, __VERIFIER_nondet_int(), i) != 0)
      break;
    pushed++;
  }
  while (pq_pop(&q, &it) == 0) {
    if (popped > 0)
      assert(last <= it.key); // FAULT 3
    assert(it.id < n && !seen[it.id]);
    seen[it.id] = 1;
    last = it.key;
    popped++;
  }
  assert(popped == pushed);
  free(q.items);
  return 0;
}
