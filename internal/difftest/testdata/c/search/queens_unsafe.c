// false
// inputs: 4 0 7 3 1 6 2 5
extern void reach_error(void); extern void exit(int); extern unsigned __VERIFIER_nondet_uint(void); extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern unsigned long long __VERIFIER_nondet_ulonglong(void);
static void require(int c) { if (!c) exit(0); }
#define N 8
int main(void) {
  unsigned char q[N];
  for (int i = 0; i < N; i++) { q[i] = __VERIFIER_nondet_uchar(); require(q[i] < N); }
  for (int i = 0; i < N; i++)
    for (int j = i + 1; j < N; j++) { require(q[i] != q[j]); require(q[i] - q[j] != i - j); require(q[i] - q[j] != j - i); }
  
  reach_error();
  return 0;
}
