// false --entry f --check memory
// A parameter m[2][n] may be null.
int f(char m[2][50]) {
  return m[1][49];
}
