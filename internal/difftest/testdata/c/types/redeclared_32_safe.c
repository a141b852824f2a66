// true --32
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern int all[];
int sum(void), f(), t, t;
int all[4], all[];
static int kept, own(void);
extern int kept, own(void);
int own(void) { return kept; }
int t = 3;
int f(int a, char *b);
int f(a, b) int a; char *b; { return a + *b; }
int (*choose(int (*)[], int (*)[3]))[];
int (*choose(int (*a)[3], int (*b)[]))[] { return (int (*)[])a; }
inline int up(int x) { return x + 1; }
extern inline int up(int x);
struct later;
extern struct later one;
struct later { int q; } one = {5};
static int tentative[];
static int tentative[2] = {1, 2};
int third(int[static 3]), third(int[const]), last(int n, int a[n]), last(int n, int[*]);
int third(int *p) { return p[2]; }
int last(int n, int *a) { return a[n - 1]; }
int main(void) {
  extern int t, late[3];
  int n = __VERIFIER_nondet_int(), z[3] = {1, 2, n};
  kept = n;
  late[2] = n;
  assert(sizeof all == 16 && own() == n && t == 3 && f(1, "a") == 98 && one.q == 5 && tentative[1] == 2);
  assert(third(z) == n && last(3, z) == n && (*choose(&z, &z))[2] == n && late[2] == n);
  assert(up(n & 7) <= 8);
  return 0;
}
int late[3];
