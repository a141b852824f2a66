/* The value of a nested key, a free digit, is found. */
#include <assert.h>
#include <stddef.h>
#include "core_json.h"
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char text[] = "{\"a\":{\"b\":0}}";
  char *value;
  size_t length;
  char c = __VERIFIER_nondet_char();
  if (c < '0' || c > '9') return 0;
  text[10] = c;
  JSONStatus_t status = JSON_Search(text, sizeof text - 1, "a.b", 3, &value, &length);
  assert(status == JSONSuccess);
  assert(length == 1 && value == text + 10 && *value == c);
  return 0;
}
