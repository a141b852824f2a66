// false --entry f --check memory --array-size a=8
int f(char *a) { return a[7]; }
