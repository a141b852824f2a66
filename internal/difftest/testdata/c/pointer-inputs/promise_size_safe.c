// true --entry f --check memory --array-size a=8
// --array-size says the size, the attribute that it is not null.
__attribute__((nonnull)) int f(char *a) { return a[7]; }
