// true --check=default
// a week of temperatures: extremes, a moving mean, days of frost
#include <limits.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

#define WINDOW 6
#define HOURS (7 * 24)

struct station {
  int last[WINDOW];
  int filled;
  int next;
  int sum;
  int lowest;
  int highest;
  int frost;
  int broken;
};

static void init(struct station *s) {
  s->filled = s->next = s->sum = 0;
  s->lowest = INT_MAX;
  s->highest = INT_MIN;
  s->frost = s->broken = 0;
}

static void measure(struct station *s, int tenths) {
  if (tenths < -600 || tenths > 600) {
    s->broken++;
    return;
  }
  if (s->filled == WINDOW)
    s->sum -= s->last[s->next];
  else
    s->filled++;
  s->last[s->next] = tenths;
  s->sum += tenths;
  s->next = (s->next + 1) % WINDOW;
  if (tenths < s->lowest)
    s->lowest = tenths;
  if (tenths > s->highest)
    s->highest = tenths;
  if (tenths < 0)
    s->frost++;
}

static int mean(const struct station *s) {
  return s->filled ? s->sum / s->filled : 0;
}

int main(void) {
  struct station s;
  long total = 0;
  int warnings = 0;
  init(&s);
  for (int h = 0; h < HOURS; h++) {
    measure(&s, __VERIFIER_nondet_int());
    total += mean(&s);
    if (s.filled == WINDOW && mean(&s) > 300)
      warnings++;
  }
  printf("%d frost, %d broken, %d warnings, mean %ld\n", s.frost, s.broken, warnings, total / HOURS);
  if (s.filled)
    printf("from %d to %d\n", s.lowest, s.highest);
  return 0;
}
