// Safe: pointers and functions lie in a table on the heap at places that inputs say, among null pointers.
extern void reach_error(void);
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);
struct slot {
  int (*call)(int *, int);
  int *context;
};
static int add(int *sum, int x) { return *sum += x; }
static int none(int *unused, int x) { return unused == 0 ? x : -1; }
int main(void) {
  struct slot *table = calloc(4, sizeof *table);
  int *sum = calloc(1, sizeof *sum);
  unsigned char i = __VERIFIER_nondet_uchar(), j = __VERIFIER_nondet_uchar(), k = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(i < 4 && j < 4 && k < 4);
  table[i].call = add;
  table[i].context = sum;
  if (!table[j].call)
    table[j].call = none;
  if (table[k].call) {
    int r = table[k].call(table[k].context, 7);
    if (!(r == 7 && *sum == (k == i ? 7 : 0)))
      reach_error();
  } else if (k == i || k == j)
    reach_error();
  free(sum);
  free(table);
  return 0;
}
