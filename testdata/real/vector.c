// growing vector of int
// fault 1: valid-deref
// witness 1: 5 0 10 0 11 0 12 0 13 0 14
// witness small 1: 3 0 10 0 11 0 12
// fault 2: valid-deref
// witness 2: 1 2
// fault 3: valid-deref
// witness 3: 5 0 7 0 8 0 9 0 10 3 0
// witness small 3: 3 0 7 0 8 3 0
#include <assert.h>
#include <stdlib.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

#ifdef SMALL
enum { max_ops = 4, first_capacity = 2 };
#else
enum { max_ops = 24, first_capacity = 4 };
#endif

typedef struct {
  int *data;
  size_t len, cap;
} vec;

static void vec_init(vec *v) {
  v->data = NULL;
  v->len = v->cap = 0;
}

static void vec_free(vec *v) {
  free(v->data);
  vec_init(v);
}

static int vec_reserve(vec *v, size_t want) {
  size_t cap = v->cap ? v->cap : first_capacity;
  int *data;
  if (want <= v->cap)
    return 0;
  while (cap < want)
    cap *= 2;
  data = realloc(v->data, cap * sizeof *data);
  if (data == NULL)
    return -1;
  v->data = data;
  v->cap = cap;
  return 0;
}

static int vec_push(vec *v, int x) {
#ifdef FAULT_1
  if (v->len > v->cap || v->cap == 0)
    if (vec_reserve(v, v->len + 1) != 0)
      return -1;
#else
  if (vec_reserve(v, v->len + 1) != 0)
    return -1;
#endif
  v->data[v->len++] = x; // FAULT 1
  return 0;
}

static int vec_pop(vec *v, int *x) {
#ifndef FAULT_2
  if (v->len == 0)
    return -1;
#endif
  v->len--;
  *x = v->data[v->len]; // FAULT 2
  return 0;
}

static int vec_insert(vec *v, size_t at, int x) {
  if (at > v->len)
    return -1;
#ifdef FAULT_3
  {
    int *slot = v->data + at;
    size_t tail = v->len - at;
    if (vec_reserve(v, v->len + 1) != 0)
      return -1;
    if (tail > 0)
      memmove(v->data + at + 1, v->data + at, tail * sizeof *slot);
    *slot = x; // FAULT 3
  }
#else
  if (vec_reserve(v, v->len + 1) != 0)
    return -1;
  memmove(v->data + at + 1, v->data + at, (v->len - at) * sizeof *v->data);
  v->data[at] = x;
#endif
  v->len++;
  return 0;
}

static int vec_index(const vec *v, int x) {
  size_t i;
  for (i = 0; i < v->len; i++)
    if (v->data[i] == x)
      return (int)i;
  return -1;
}

static long vec_sum(const vec *v) {
  long s = 0;
  size_t i;
  for (i = 0; i < v->len; i++)
    s += v->data[i];
  return s;
}

int main(void) {
  vec v;
  long sum = 0;
  size_t len = 0;
  unsigned char ops = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(ops <= max_ops);
  vec_init(&v);
  for (unsigned i = 0; i < ops; i++) {
    int x;
    switch (__VERIFIER_nondet_uchar()) {
    case 0:
    case 1:
      x = __VERIFIER_nondet_int();
      if (vec_push(&v, x) != 0)
        break;
      sum += x;
      len++;
      assert(vec_index(&v, x) >= 0);
      break;
    case 2:
      if (vec_pop(&v, &x) == 0) {
        sum -= x;
        len--;
      }
      break;
    default:
      x = 5;
      if (vec_insert(&v, __VERIFIER_nondet_uchar(), x) == 0) {
        sum += x;
        len++;
      }
      break;
    }
  }
  assert(v.len == len && v.len <= v.cap);
  assert(vec_sum(&v) == sum);
  vec_free(&v);
  return 0;
}
