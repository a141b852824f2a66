// true
#include <assert.h>
#include <stddef.h>
struct packet { char head[4]; char text[12]; } packet;
int main(void) {
  char here[10];
  assert(__builtin_object_size(here + 2, 0) == 8 || __builtin_object_size(here + 2, 0) == (size_t)-1);
  assert(__builtin_object_size(packet.text, 1) == 12 || __builtin_object_size(packet.text, 1) == (size_t)-1);
  return 0;
}
