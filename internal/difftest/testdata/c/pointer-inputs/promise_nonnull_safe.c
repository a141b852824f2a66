// true --entry f --check memory
// All pointers are not null.
__attribute__((__nonnull__)) int f(int *p, int x, int *q);
int f(int *p, int x, int *q) { return *p != *q; }
