// true --entry f --check memory
// Attributes of a function that returns a pointer.
int *f(int *p, int x, int *q) __attribute__((nonnull(1), nonnull(3)));
int *f(int *p, int x, int *q) { return *p != *q ? p : q; }
