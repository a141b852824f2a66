// CWE-125
// fault: valid-deref
// witness: 9
#include <assert.h>

int __VERIFIER_nondet_int(void);

static const int keys[4] = {1, 3, 5, 7};
int main(void) {
  int k = __VERIFIER_nondet_int();
#ifdef BAD
  int lo = 0, hi = 4;
#else
  int lo = 0, hi = 3;
#endif
  int at = -1;
  while (lo <= hi) {
    int mid = lo + (hi - lo) / 2;
    if (keys[mid] == k) { // FAULT
      at = mid;
      break;
    }
    if (keys[mid] < k)
      lo = mid + 1;
    else
      hi = mid - 1;
  }
  assert(at < 0 || keys[at] == k);
  return 0;
}
