/* A state machine over large constants. */
#include "common.h"
int main(void) {
  int state = 4096, seen = 0;
  for (;;) {
    if (state == 4096) { state = 8448; }
    else if (state == 8448) { seen = 1; if (__VERIFIER_nondet_int()) state = 12292; }
    else if (state == 12292) { CHECK(seen == S(1, 0)); state = 4096; }
    else reach_error();
  }
}
