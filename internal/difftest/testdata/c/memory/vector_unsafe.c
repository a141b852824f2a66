// false
// inputs: 9 7
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);
/* a vector that grows by realloc */
struct vec { int *data; size_t len, cap; };
static int vec_push(struct vec *v, int x) {
  if (v->len == v->cap) {
    size_t cap = v->cap ? v->cap * 2 : 2;
    int *d = realloc(v->data, cap * sizeof *d);
    if (!d) return 0;
    v->data = d;
    v->cap = cap;
  }
  v->data[v->len++] = x;
  return 1;
}
int main(void) {
  struct vec v = {0};
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 9) return 0;
  for (unsigned i = 0; i < n; i++)
    if (!vec_push(&v, (int)(i * 3))) { free(v.data); return 0; }
  assert(v.len == n && v.len <= v.cap);
  unsigned k = __VERIFIER_nondet_uint();
  if (k < v.len) assert(v.data[k] == (int)(k > 6 ? k * 3 + 1 : k * 3));
  free(v.data);
  return 0;
}
