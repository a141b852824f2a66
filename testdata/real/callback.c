// table of callbacks: handlers with a context are registered for events, and called
// fault 1: valid-call|valid-deref
// witness 1: 1 2 1 1
// fault 2: valid-deref|valid-call
// witness 2: 1 2 4 1
// witness small 2: 1 2 2 1
// fault 3: valid-deref|assertion
// witness 3: 3 0 1 1 1 2 1 5
#include <assert.h>
#include <stdlib.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

#ifdef SMALL
enum { events = 2, max_ops = 3 };
#else
enum { events = 4, max_ops = 10 };
#endif

typedef int (*handler)(void *context, int value);

struct slot {
  handler call;
  void *context;
};

struct bus {
  struct slot *slots;
  unsigned registered;
  unsigned delivered;
};

struct counter {
  int calls;
  long sum;
};

static int count(void *context, int value) {
  struct counter *c = context;
  c->calls++; // FAULT 3
  c->sum += value;
  return 1;
}

static int ignore(void *context, int value) {
  (void)context;
  return value < 0;
}

static int bus_register(struct bus *b, unsigned event, handler h, void *context) {
  if (event >= events || b->slots[event].call)
    return -1;
  b->slots[event].call = h;
  b->slots[event].context = context;
  b->registered++;
  return 0;
}

static int bus_unregister(struct bus *b, unsigned event, handler h) {
  if (event >= events || b->slots[event].call != h)
    return -1;
#ifndef FAULT_3
  b->slots[event].call = NULL;
  b->slots[event].context = NULL;
#endif
  b->registered--;
  return 0;
}

static int bus_send(struct bus *b, unsigned event, int value) {
  struct slot *s;
#ifdef FAULT_2
  if (event > events)
#else
  if (event >= events)
#endif
    return -1;
  s = &b->slots[event];
#ifndef FAULT_1
  if (s->call == NULL) // FAULT 2
    return 0;
#endif
  b->delivered++;
  return s->call(s->context, value); // FAULT 1
}

int main(void) {
  struct bus b = {0};
  struct counter *counter = NULL;
  unsigned sent = 0;
  unsigned char ops = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(ops <= max_ops);
  b.slots = calloc(events, sizeof *b.slots);
  if (!b.slots)
    return 0;
  for (unsigned i = 0; i < ops; i++) {
    unsigned char op = __VERIFIER_nondet_uchar(), event = __VERIFIER_nondet_uchar();
    switch (op) {
    case 0:
      if (counter)
        break;
      counter = calloc(1, sizeof *counter);
      if (counter && bus_register(&b, event, count, counter) != 0) {
        free(counter);
        counter = NULL;
      }
      break;
    case 1:
      if (bus_unregister(&b, event, count) == 0) {
        assert(counter != NULL);
        free(counter);
        counter = NULL;
      }
      break;
    case 2: {
      int before = counter ? counter->calls : 0;
      int r = bus_send(&b, event, __VERIFIER_nondet_uchar());
      if (r == 1) {
        sent++;
        assert(counter && counter->calls == before + 1);
      }
      break;
    }
    default:
      bus_register(&b, event, ignore, NULL);
    }
    assert(b.registered <= events);
  }
  assert(sent <= b.delivered);
  free(counter);
  free(b.slots);
  return 0;
}
