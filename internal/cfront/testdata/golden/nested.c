int apply(int (*f)(int), int x);

int outer(int n, int m) {
  int sum = 0, a[2] = {1, 2};
  int add(int k) {
    sum += k * m;
    return a[k];
  }
  if (n > 0)
    outer(n - 1, m);
  add(1);
  return sum - add(0);
}

int main(void) { return outer(2, 3); }
