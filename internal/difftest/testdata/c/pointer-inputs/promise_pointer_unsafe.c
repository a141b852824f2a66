// false --entry f --check memory
int *f(int *p, int x, int *q) __attribute__((nonnull(3), returns_nonnull));
int *f(int *p, int x, int *q) { return *p != *q ? p : q; }
