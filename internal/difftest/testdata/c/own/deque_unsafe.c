// false --check=default
// stdin: "f 1 f 2"
// a double-ended queue in a ring that grows
//   f N  push front     b N  push back     F  pop front     B  pop back
#include <stdio.h>
#include <stdlib.h>

#define LIMIT 1024

typedef struct deque {
  int *data;
  int cap;
  int head;
  int size;
} deque;

static int deque_init(deque *d, int cap) {
  d->data = (int *)malloc(cap * sizeof(int));
  if (!d->data) return 0;
  d->cap = cap;
  d->head = 0;
  d->size = 0;
  return 1;
}

static int deque_grow(deque *d) {
  int *bigger;
  int i;
  if (d->cap >= LIMIT) return 0;
  bigger = (int *)malloc(2 * d->cap * sizeof(int));
  if (!bigger) return 0;
  for (i = 0; i < d->size; i++)
    bigger[i] = d->data[(d->head + i) % d->cap];
  free(d->data);
  d->data = bigger;
  d->cap = 2 * d->cap;
  d->head = 0;
  return 1;
}

static int push_back(deque *d, int x) {
  if (d->size == d->cap && !deque_grow(d)) return 0;
  d->data[(d->head + d->size) % d->cap] = x;
  d->size++;
  return 1;
}

static int push_front(deque *d, int x) {
  if (d->size == d->cap && !deque_grow(d)) return 0;
  d->head = (d->head - 1) % d->cap;
  d->data[d->head] = x;
  d->size++;
  return 1;
}

static int pop_front(deque *d, int *x) {
  if (d->size == 0) return 0;
  *x = d->data[d->head];
  d->head = (d->head + 1) % d->cap;
  d->size--;
  return 1;
}

static int pop_back(deque *d, int *x) {
  if (d->size == 0) return 0;
  d->size--;
  *x = d->data[(d->head + d->size) % d->cap];
  return 1;
}

int main() {
  deque d;
  char cmd;
  int x, ok = 1;
  if (!deque_init(&d, 4)) return 1;
  while (ok && scanf(" %c", &cmd) == 1) {
    switch (cmd) {
    case 'f':
      ok = scanf("%d", &x) == 1 && push_front(&d, x);
      break;
    case 'b':
      ok = scanf("%d", &x) == 1 && push_back(&d, x);
      break;
    case 'F':
      if (pop_front(&d, &x)) printf("%d\n", x);
      else puts("empty");
      break;
    case 'B':
      if (pop_back(&d, &x)) printf("%d\n", x);
      else puts("empty");
      break;
    default:
      ok = 0;
    }
  }
  printf("%d left\n", d.size);
  free(d.data);
  return ok ? 0 : 1;
}
