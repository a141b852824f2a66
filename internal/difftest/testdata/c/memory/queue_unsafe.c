// false
// inputs: 1 1 1 1 1 0
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);
/* a queue of messages on the heap, FIFO, with tail pointer and free */
struct msg { struct msg *next; unsigned len; unsigned char data[8]; };
struct queue { struct msg *head, **tail; unsigned count; };
static void q_init(struct queue *q) { q->head = 0; q->tail = &q->head; q->count = 0; }
static int q_put(struct queue *q, const void *p, unsigned len) {
  if (len > 8) return 0;
  struct msg *m = malloc(sizeof *m);
  if (!m) return 0;
  m->next = 0;
  m->len = len;
  memcpy(m->data, p, len);
  *q->tail = m;
  q->tail = &m->next;
  q->count++;
  return 1;
}
static unsigned q_get(struct queue *q, void *p) {
  struct msg *m = q->head;
  if (!m) return 0;
  unsigned len = m->len;
  memcpy(p, m->data, len);
  q->head = m->next;
  if (!q->head) q->tail = &q->head;
  q->count--;
  free(m);
  return len;
}
int main(void) {
  struct queue q;
  q_init(&q);
  unsigned char out[8];
  unsigned want = 0, put = 0;
  for (int i = 0; i < 6; i++) {
    if (__VERIFIER_nondet_int()) {
      unsigned v = put;
      if (q_put(&q, &v, sizeof v)) put++;
    } else if (q.count) {
      unsigned v;
      assert(q_get(&q, out) == sizeof v);
      memcpy(&v, out, sizeof v);
      assert(v == want);
      want++;
    }
    assert(q.count == put - want || q.count == 5);
    assert((q.head == 0) == (q.count == 0));
  }
  assert(q.count != 4);
  return 0;
}
