extern int nondet_int(void);
int main(void) {
  int n = nondet_int(), m = nondet_int(), s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      s++;
  return s;
}
