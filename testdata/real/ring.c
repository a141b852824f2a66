// ring buffer of bytes between a producer and a consumer
// fault 1: valid-deref
// witness 1: 3 0 6 1 2 3 4 5 6 1 2 0 3 1 2 3
// witness small 1: 4 0 2 1 2 1 2 0 2 3 4 0 1 5
// fault 2: assertion
// witness 2: 2 0 5 1 2 3 4 5 0 5 1 2 3 4 5
// witness small 2: 3 0 2 1 2 0 2 3 4 0 1 5
// fault 3: valid-deref
// witness 3: 3 0 6 1 2 3 4 5 6 1 6 0 5 1 2 3 4 5
// witness small 3: 3 0 2 1 2 1 2 0 2 3 4
#include <assert.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

#ifdef SMALL
enum { room = 4, max_ops = 4, max_chunk = 2 };
#else
enum { room = 8, max_ops = 8, max_chunk = 6 };
#endif

struct ring {
  unsigned head; // where the next byte goes
  unsigned used;
  unsigned char data[room];
};

#ifdef FAULT_1
static unsigned wrap(unsigned i) { return i > room ? i - room : i; }
#else
static unsigned wrap(unsigned i) { return i >= room ? i - room : i; }
#endif

static unsigned ring_space(const struct ring *r) { return room - r->used; }

static int ring_put(struct ring *r, unsigned char c) {
#ifndef FAULT_2
  if (ring_space(r) == 0)
    return 0;
#endif
  r->data[r->head] = c; // FAULT 1
  r->head = wrap(r->head + 1);
  r->used++;
  return 1;
}

static int ring_get(struct ring *r, unsigned char *c) {
  if (r->used == 0)
    return 0;
  *c = r->data[wrap(r->head + room - r->used)]; // FAULT 1
  r->used--;
  return 1;
}

// ring_write copies as much as there is room for.
static unsigned ring_write(struct ring *r, const unsigned char *from, unsigned n) {
  unsigned to_end = room - r->head, first;
#ifndef FAULT_2
  if (n > ring_space(r))
    n = ring_space(r);
#else
  if (n > room)
    n = room;
#endif
#ifdef FAULT_1
  for (first = 0; first < n; first++)
    if (!ring_put(r, from[first]))
      break;
  (void)to_end;
  return first;
#else
  first = n < to_end ? n : to_end;
  memcpy(r->data + r->head, from, first);
#ifdef FAULT_3
  memcpy(r->data, from + first, to_end); // FAULT 3
#else
  memcpy(r->data, from + first, n - first);
#endif
  r->head = wrap(r->head + n);
  r->used += n;
  return n;
#endif
}

int main(void) {
  static struct ring r;
  unsigned put = 0, got = 0;
  unsigned char last = 0, any = 0;
  unsigned char ops = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(ops <= max_ops);
  for (unsigned i = 0; i < ops; i++) {
    unsigned char op = __VERIFIER_nondet_uchar(), n = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(n <= max_chunk);
    if (op == 0) {
      unsigned char *chunk = (unsigned char[max_chunk]){0};
      for (unsigned k = 0; k < n; k++)
        chunk[k] = __VERIFIER_nondet_uchar();
      unsigned w = ring_write(&r, chunk, n);
      assert(w <= n);
      put += w;
      if (w > 0) {
        last = chunk[w - 1];
        any = 1;
      }
    } else if (op == 1) {
      unsigned char c;
      for (unsigned k = 0; k < n; k++)
        if (ring_get(&r, &c))
          got++;
    } else {
      put += (unsigned)ring_put(&r, op);
      any = 0;
    }
    assert(r.used <= room); // FAULT 2
    assert(put - got == r.used);
  }
  if (any && r.used > 0)
    assert(r.data[wrap(r.head + room - 1)] == last);
  return 0;
}
