// true --missing-bodies=input --check memory,division --entry f
#include <stddef.h>
int f(void *(*get)(size_t, size_t) __attribute__((alloc_size(1, 2)))) {
  if (get) {
    char *a = (*get)(2, 2);
    if (a)
      a[3] = 1;
  }
  return 0;
}
