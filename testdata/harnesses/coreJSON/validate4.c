/* Any four bytes: the result is one of the documented ones, and text that begins with a closing brace is refused. */
#include <assert.h>
#include <stddef.h>
#include "core_json.h"
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char text[4];
  for (int i = 0; i < 4; i++) text[i] = __VERIFIER_nondet_char();
  JSONStatus_t status = JSON_Validate(text, sizeof text);
  assert(status == JSONSuccess || status == JSONPartial || status == JSONIllegalDocument ||
         status == JSONMaxDepthExceeded);
  if (text[0] == '}') assert(status == JSONIllegalDocument);
  return 0;
}
