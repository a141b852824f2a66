// intrusive doubly linked list with a head
// fault 1: valid-deref
// witness 1: 2 1 2 1
// fault 2: valid-deref
// witness 2: 0 0
// fault 3: valid-memtrack|valid-memcleanup
// witness 3: 2 1 3 1
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

#ifdef SMALL
enum { max_tasks = 3 };
#else
enum { max_tasks = 10 };
#endif

struct list_head {
  struct list_head *next, *prev;
};

#define container_of(ptr, type, member) ((type *)((char *)(ptr)-offsetof(type, member)))
#define list_for_each(pos, head) for (pos = (head)->next; pos != (head); pos = pos->next)
#define list_for_each_safe(pos, n, head) for (pos = (head)->next, n = pos->next; pos != (head); pos = n, n = pos->next)

static void list_init(struct list_head *h) { h->next = h->prev = h; }

static void list_insert(struct list_head *item, struct list_head *prev, struct list_head *next) {
  next->prev = item;
  item->next = next;
  item->prev = prev;
  prev->next = item;
}

static void list_add_tail(struct list_head *item, struct list_head *head) { list_insert(item, head->prev, head); }

static void list_del(struct list_head *item) {
  item->next->prev = item->prev;
  item->prev->next = item->next;
  item->next = item->prev = NULL;
}

static int list_empty(const struct list_head *h) { return h->next == h; }

struct task {
  int priority;
  struct list_head queue;
};

static struct task *task_new(int priority) {
  struct task *t = malloc(sizeof *t);
  if (!t)
    return NULL;
  t->priority = priority;
  t->queue.next = t->queue.prev = NULL;
  return t;
}

// cancel removes all tasks of a priority and returns how many there were.
static int cancel(struct list_head *q, int priority) {
  struct list_head *pos;
  int n = 0;
#ifdef FAULT_1
  list_for_each(pos, q) { // FAULT 1
#else
  struct list_head *after;
  list_for_each_safe(pos, after, q) {
#endif
    struct task *t = container_of(pos, struct task, queue);
    if (t->priority == priority) {
      list_del(pos);
#ifndef FAULT_3
      free(t);
#endif
      n++;
    }
  }
  return n;
}

// first takes the first task off, null if there is none.
static struct task *first(struct list_head *q) {
  struct list_head *item = q->next;
#ifndef FAULT_2
  if (list_empty(q))
    return NULL;
#endif
  list_del(item);
  return container_of(item, struct task, queue);
}

static int length(const struct list_head *q) {
  const struct list_head *pos;
  int n = 0;
  list_for_each(pos, q) n++;
  return n;
}

int main(void) {
  struct list_head q;
  struct task *t;
  int added = 0, cancelled;
  unsigned char n = __VERIFIER_nondet_uchar(), p;
  __VERIFIER_assume(n <= max_tasks);
  list_init(&q);
  for (unsigned i = 0; i < n; i++) {
    t = task_new(__VERIFIER_nondet_uchar());
    if (!t)
      break;
    list_add_tail(&t->queue, &q);
    added++;
  }
  assert(length(&q) == added);
  p = __VERIFIER_nondet_uchar();
  cancelled = cancel(&q, p);
  assert(length(&q) == added - cancelled);
  while ((t = first(&q)) != NULL) {
    assert(t->priority != p); // FAULT 2
    free(t);
  }
  return 0;
}
