// Brackets of a text of LENGTH letters: the depth is that of a count from behind
// paths: 3 for each letter, less where a bracket closes too much
// fault: a closing bracket at depth 3 is not counted
#include <assert.h>
char __VERIFIER_nondet_char(void);
#ifndef LENGTH
#define LENGTH 7
#endif
int main(void) {
  char text[LENGTH];
  int depth = 0, back = 0;
  for (int i = 0; i < LENGTH; i++) {
    char c = text[i] = __VERIFIER_nondet_char();
    if (c == '(') {
      depth++;
    } else if (c == ')') {
      if (depth == 0)
        return 1;
#ifdef FAULT
      if (depth != 3)
#endif
        depth--;
    }
  }
  for (int i = LENGTH - 1; i >= 0; i--)
    back += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
  assert(depth == back);
  return 0;
}
