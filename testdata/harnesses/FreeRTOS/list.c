/* Three items with free values are in order in a list; after one is removed, two are. */
#include <assert.h>
#include "FreeRTOS.h"
#include "list.h"
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  List_t list;
  ListItem_t items[3];
  vListInitialise(&list);
  for (int i = 0; i < 3; i++) {
    vListInitialiseItem(&items[i]);
    listSET_LIST_ITEM_VALUE(&items[i], (TickType_t)__VERIFIER_nondet_uint());
    vListInsert(&list, &items[i]);
  }
  assert(listCURRENT_LIST_LENGTH(&list) == 3);
  ListItem_t *first = listGET_HEAD_ENTRY(&list), *second = listGET_NEXT(first), *third = listGET_NEXT(second);
  assert(first->xItemValue <= second->xItemValue && second->xItemValue <= third->xItemValue);
  unsigned which = __VERIFIER_nondet_uint();
  if (which > 2) return 0;
  uxListRemove(&items[which]);
  assert(listCURRENT_LIST_LENGTH(&list) == 2);
  assert(listGET_NEXT(listGET_NEXT(listGET_HEAD_ENTRY(&list))) == listGET_END_MARKER(&list));
  return 0;
}
