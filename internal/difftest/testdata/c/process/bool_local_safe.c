// true --missing-bodies=unknown
#include <assert.h>
int main(void) { _Bool b; int n = b; assert(n <= 1); }
