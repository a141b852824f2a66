#include "mujs.h"
#include "bytes.h"
int main(void) {
  if (!read_text()) return 0;
  js_State *J = js_newstate(0, 0, 0);
  if (!J) return 0;
  js_dostring(J, text);
  js_freestate(J);
  return 0;
}
