/* Minifying any text of up to four bytes does not make it longer. */
#include <assert.h>
#include <string.h>
#include "cJSON.h"
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char text[5];
  for (int i = 0; i < 4; i++) text[i] = __VERIFIER_nondet_char();
  text[4] = 0;
  size_t before = strlen(text);
  cJSON_Minify(text);
  assert(strlen(text) <= before);
  return 0;
}
