/* Any text of three bytes is refused or gives a value of one type. */
#include <assert.h>
#include <stddef.h>
#include "cJSON.h"
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char text[4];
  for (int i = 0; i < 3; i++) text[i] = __VERIFIER_nondet_char();
  text[3] = 0;
  cJSON *value = cJSON_Parse(text);
  if (value != NULL) {
    int kinds = cJSON_IsBool(value) + cJSON_IsNull(value) + cJSON_IsNumber(value) + cJSON_IsString(value) +
                cJSON_IsArray(value) + cJSON_IsObject(value);
    assert(kinds == 1);
    cJSON_Delete(value);
  }
  return 0;
}
