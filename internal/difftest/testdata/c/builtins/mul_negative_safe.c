// true
#include <assert.h>
int main(void) {
  long long r;
  assert(!__builtin_mul_overflow(-2147483648LL, 4294967296ULL, &r) && r == (-9223372036854775807LL - 1));
  assert(__builtin_mul_overflow(2147483648LL, 4294967296ULL, &r));
  return 0;
}
