// true --entry f --check memory
int f(int a[static 20]) { return a[19]; }
