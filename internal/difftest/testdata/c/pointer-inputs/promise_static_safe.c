// true --entry f --check memory
// A parameter m[static n][k] has n rows.
int f(char m[const static 2][50]) {
  return m[1][49];
}
