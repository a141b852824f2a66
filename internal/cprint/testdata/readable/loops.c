// Loops of each kind, with break and continue, nested.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), found = -1, s = 0;
  int a[10];
  for (int i = 0; i < 10; i++)
    a[i] = i * n;
  for (int i = 0; i < 10; i++) {
    if (a[i] < 0)
      continue;
    if (a[i] > 5) {
      found = i;
      break;
    }
    s += a[i];
  }
  while (n > 0) {
    for (int j = n; j > 0; j -= 2) {
      if (j == 7)
        goto out;
      if (j == s)
        break;
    }
    n--;
  }
out:
  do {
    s = s / 2;
    if (s == 3)
      continue;
  } while (s > 1);
  if (found == 9 && s != 0)
    reach_error();
  return found;
}
