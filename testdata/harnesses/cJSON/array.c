/* An array of up to three free numbers has them in order. */
#include <assert.h>
#include <stddef.h>
#include "cJSON.h"
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), numbers[3];
  if (n < 0 || n > 3) return 0;
  cJSON *array = cJSON_CreateArray();
  if (array == NULL) return 0;
  for (int i = 0; i < n; i++) {
    numbers[i] = __VERIFIER_nondet_int();
    if (!cJSON_AddItemToArray(array, cJSON_CreateNumber(numbers[i]))) return 0;
  }
  assert(cJSON_GetArraySize(array) == n);
  for (int i = 0; i < n; i++) {
    cJSON *item = cJSON_GetArrayItem(array, i);
    assert(item != NULL && item->valueint == numbers[i]);
  }
  cJSON_Delete(array);
  return 0;
}
