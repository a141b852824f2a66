#include <string.h>
typedef TYPE type;
int main(void) {
  type data = START, copy = START;
  SOURCE(data)
  memcpy(&copy, &data, sizeof data);
  SINK(copy)
  return 0;
}
