// false --check=default
// stdin: "1 999"
// a histogram of numbers with mean and range
#include <stdio.h>

#define BINS 10
#define MOST 50

struct stats {
  int count;
  int sum;
  int min, max;
  int bins[BINS];
  int outside;
};

static void add(struct stats *s, int v) {
  if (v < 0 || v >= 1000) {
    s->outside++;
    return;
  }
  if (s->count == 0 || v < s->min)
    s->min = v;
  if (s->count == 0 || v > s->max)
    s->max = v;
  s->count++;
  s->sum += v;
  s->bins[v / 90]++;
}

static void print_bar(int n) {
  for (int i = 0; i < n; i++)
    putchar('*');
  putchar('\n');
}

int main(void) {
  struct stats s = {0};
  int n, v;
  if (scanf("%d", &n) != 1 || n < 0 || n > MOST) {
    fprintf(stderr, "at most %d numbers\n", MOST);
    return 1;
  }
  for (int i = 0; i < n; i++) {
    if (scanf("%d", &v) != 1)
      break;
    add(&s, v);
  }
  if (s.count > 0) {
    printf("mean %d, range %d\n", s.sum / s.count, s.max - s.min);
    for (int i = 0; i < BINS; i++) {
      printf("%3d ", i * 100);
      print_bar(s.bins[i]);
    }
  }
  printf("%d of %d outside\n", s.outside, s.outside + s.count);
  return 0;
}
