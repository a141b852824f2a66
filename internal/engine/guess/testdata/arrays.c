extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void __VERIFIER_assume(int);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

// All elements in front of an index, and some element from an index on.
int a[1000], b[1000];
int main(void) {
  int n = __VERIFIER_nondet_int(), key = __VERIFIER_nondet_int(), k = 0;
  __VERIFIER_assume(n > 0 && n < 1000);
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) b[n - 1 - i] = a[i];
  for (int i = 0; i < n; i++) CHECK(b[i] == a[n - 1 - i]);
  a[n] = key;
  while (a[k] != key) k++;
#ifdef UNSAFE
  CHECK(k < n);
#else
  CHECK(k <= n);
#endif
  return 0;
}
