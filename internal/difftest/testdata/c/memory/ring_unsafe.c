// false
// inputs: 0 1 1 1 1 1 1 1 1 1 1 1 1
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);
/* a ring buffer of bytes */
struct ring { unsigned char data[8]; unsigned head, tail; };
static int put(struct ring *r, unsigned char c) {
  if (r->head - r->tail == sizeof r->data) return 0;
  r->data[r->head++ & 7] = c;
  return 1;
}
static int get(struct ring *r, unsigned char *c) {
  if (r->head == r->tail) return 0;
  *c = r->data[r->tail++ & 7];
  return 1;
}
int main(void) {
  struct ring r = {{0}, 0, 0};
  r.head = r.tail = __VERIFIER_nondet_uint();
  unsigned char next = 0, want = 0;
  for (int i = 0; i < 12; i++) {
    if (__VERIFIER_nondet_int()) {
      if (put(&r, next)) next++;
    } else {
      unsigned char c;
      if (get(&r, &c)) { assert(c == want); want++; }
    }
    assert(r.head - r.tail == (unsigned char)(next - want));
    assert(r.head - r.tail <= 7);
  }
  return 0;
}
