// false
// inputs: 2
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);
/* a pool that hands out blocks of its own memory */
struct block { struct block *next; };
static union { char mem[4 * 16]; struct block align; } pool;
static struct block *free_list;
static void init(void) {
  free_list = 0;
  for (int i = 3; i >= 0; i--) {
    struct block *b = (struct block *)(pool.mem + i * 16);
    b->next = free_list;
    free_list = b;
  }
}
static void *take(void) {
  struct block *b = free_list;
  if (b) free_list = b->next;
  return b;
}
static void give(void *p) {
  struct block *b = p;
  b->next = free_list;
  free_list = b;
}
int main(void) {
  init();
  char *p[4];
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 4) return 0;
  for (int i = 0; i < n; i++) {
    p[i] = take();
    assert(p[i] >= pool.mem && p[i] + 16 <= pool.mem + sizeof pool.mem);
    assert(((uintptr_t)p[i] & 7) == 0);
    for (int j = 0; j < i; j++) assert(p[i] != p[j]);
  }
  give(p[0]);
  char *q = take();
  assert(q == p[n - 1]);
  return 0;
}
