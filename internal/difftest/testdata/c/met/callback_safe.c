// true --entry apply --missing-bodies=input --check memory,division
int apply(int (*f)(int), int x) {
  if (!f)
    return 0;
  int r = f(x);
  return r == 0 || 100 / r > 0;
}
