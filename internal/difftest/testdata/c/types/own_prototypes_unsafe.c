// false
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(x) ((x) ? (void)0 : __assert_fail(#x, "a.c", 1, "main"))
int printf(const char *, ...);
void *memcpy(void *, const void *, unsigned long);
extern double sqrt(double);
char *strcpy();
int abs(), strcmp(), putchar();
double fabs();
void *memset();
unsigned long strlen(const char *);
void *malloc(unsigned long);
void free();
int main(void) {
  int n = __VERIFIER_nondet_int(), a[2] = {1, n}, b[2];
  if (n < -100 || n > 100) return 0;
  memcpy(b, a, sizeof a);
  char t[4];
  strcpy(t, "ab");
  assert(b[1] == n && sqrt(4.0) == 2.0 && t[1] == 'b' && strlen(t) == 2 && fabs(-2.0) == 2.0 && strcmp(t, "b") < 0);
  char *m = malloc(3);
  if (m) {
    memset(m, 1, 3);
    assert(m[2] == 1);
    free(m);
  }
  printf("%d\n", abs(n));
  assert(abs(n) > 0);
  return 0;
}
