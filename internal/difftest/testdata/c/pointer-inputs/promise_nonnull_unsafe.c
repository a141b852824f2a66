// false --entry f --check memory
// The others may be null.
int f(int *p, int x, int *q) __attribute__((nonnull(1)));
int f(int *p, int x, int *q) { return *p != *q; }
