// state machine of a receiver: sync byte, length, payload, checksum; then statistics of the payload
// fault 1: valid-deref
// witness 1: 9 0x55 7 0 0 0 0 0 0 0
// witness small 1: 5 0x55 3 0 0 0
// fault 2: valid-division
// witness 2: 4 0x55 0 0 1
// fault 3: valid-deref
// witness 3: 2 1 2
// prefer: 0 1 2 3 4 0x55 0x55 0x54
#include <assert.h>
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

#ifdef SMALL
enum { max_payload = 2, max_bytes = 5 };
#else
enum { max_payload = 6, max_bytes = 16 };
#endif

enum state { WAIT, LENGTH, PAYLOAD, SUM, states };
enum event { SYNC, SHORT, BYTE, LAST, events };

struct receiver {
  enum state state;
  unsigned char *payload;
  unsigned length, at;
  unsigned char sum;
  unsigned frames, errors;
};

static const unsigned char next_state[states][events] = {
    [WAIT] = {[SYNC] = LENGTH, [SHORT] = WAIT, [BYTE] = WAIT, [LAST] = WAIT},
    [LENGTH] = {[SYNC] = WAIT, [SHORT] = SUM, [BYTE] = PAYLOAD, [LAST] = WAIT},
    [PAYLOAD] = {[SYNC] = PAYLOAD, [SHORT] = PAYLOAD, [BYTE] = PAYLOAD, [LAST] = SUM},
    [SUM] = {[SYNC] = WAIT, [SHORT] = WAIT, [BYTE] = WAIT, [LAST] = WAIT},
};

static enum event classify(const struct receiver *r, unsigned char c) {
  switch (r->state) {
  case WAIT:
    return c == 0x55 ? SYNC : BYTE;
  case LENGTH:
#ifdef FAULT_1
    if (c > max_payload + 5)
#else
    if (c > max_payload)
#endif
      return LAST;
    return c == 0 ? SHORT : BYTE;
  case PAYLOAD:
    return r->at + 1 == r->length ? LAST : BYTE;
  default:
    return BYTE;
  }
}

// average of the payload, 0 if it is empty
static unsigned average(const struct receiver *r) {
  unsigned all = 0;
  for (unsigned i = 0; i < r->length; i++)
    all += r->payload[i]; // FAULT 3
#ifndef FAULT_2
  if (r->length == 0)
    return 0;
#endif
  return all / r->length; // FAULT 2
}

// receive handles a byte and returns 1 when a frame is complete.
static int receive(struct receiver *r, unsigned char c) {
  enum event e = classify(r, c);
  enum state before = r->state;
  int complete = 0;
  switch (before) {
  case WAIT:
    r->at = 0;
    r->sum = 0;
    break;
  case LENGTH:
    r->length = e == LAST ? 0 : c;
    if (e == LAST)
      r->errors++;
    break;
  case PAYLOAD:
    r->payload[r->at++] = c; // FAULT 1
    r->sum ^= c;
    break;
  case SUM:
    complete = c == r->sum;
    if (complete)
      r->frames++;
    else
      r->errors++;
    break;
  default:
    assert(0);
  }
  r->state = next_state[before][e];
  return complete;
}

int main(void) {
  struct receiver *r = malloc(sizeof *r);
  unsigned char n = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(n <= max_bytes);
  if (!r)
    return 0;
  r->state = WAIT;
  r->payload = malloc(max_payload);
#ifndef FAULT_3
  r->length = 0;
#endif
  r->at = 0;
  r->sum = 0;
  r->frames = r->errors = 0;
  if (!r->payload) {
    free(r);
    return 0;
  }
  for (unsigned i = 0; i < n; i++) {
    unsigned char c = __VERIFIER_nondet_uchar();
    int complete = receive(r, c);
    assert(r->state < states);
    if (complete)
      assert(average(r) <= 255);
  }
  assert(3 * r->frames <= n);
#ifdef FAULT_3
  if (r->frames == 0 && r->length > 0)
    average(r);
#endif
  free(r->payload);
  free(r);
  return 0;
}
