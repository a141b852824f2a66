// true --check=default
// a shop with a queue of customers, simulated minute by minute
#include <assert.h>
#include <stdio.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#define QUEUE 5
#define MINUTES 60

struct shop {
  int arrived[QUEUE];
  int first, length;
  int busy;
  int served, lost;
  int waited;
};

static void arrive(struct shop *s, int now) {
  if (s->length == QUEUE) {
    s->lost++;
    return;
  }
  s->arrived[(s->first + s->length) % QUEUE] = now;
  s->length++;
}

static void serve(struct shop *s, int now) {
  if (s->busy > 0) {
    s->busy--;
    return;
  }
  if (s->length == 0)
    return;
  s->waited += now - s->arrived[s->first];
  s->first = (s->first + 1) % QUEUE;
  s->length--;
  s->served++;
  s->busy = __VERIFIER_nondet_uchar() % 4;
}

int main(void) {
  struct shop s = {{0}, 0, 0, 0, 0, 0, 0};
  int customers = 0;
  for (int now = 0; now < MINUTES; now++) {
    if (__VERIFIER_nondet_uchar() % 3 == 0) {
      customers++;
      arrive(&s, now);
    }
    serve(&s, now);
    assert(s.length >= 0 && s.length <= QUEUE);
  }
  printf("%d customers, %d served, %d lost\n", customers, s.served, s.lost);
  if (s.served > 0)
    printf("mean wait %d minutes\n", s.waited / s.served);
  return 0;
}
