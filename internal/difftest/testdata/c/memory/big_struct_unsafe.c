// false
// inputs: 77
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);
/* structures of 200 bytes, copied */
struct big { int id; char name[64]; int v[32]; short last; };
static struct big make(int id) {
  struct big b;
  memset(&b, 0, sizeof b);
  b.id = id;
  for (int i = 0; i < 32; i++) b.v[i] = id + i;
  b.last = (short)(id & 0x7f);
  return b;
}
int main(void) {
  int id = __VERIFIER_nondet_int();
  if (id < 0 || id > 100) return 0;
  struct big a = make(id), *h = malloc(2 * sizeof *h);
  if (!h) return 0;
  h[0] = a;
  h[1] = h[0];
  memmove(&h[0], &h[1], sizeof *h);
  unsigned k = __VERIFIER_nondet_uint() % 32;
  assert(h[1].v[k] == id + (int)k);
  assert(h[0].last == (id == 77 ? 7 : id) && h[0].name[k] == 0);
  free(h);
  return 0;
}
