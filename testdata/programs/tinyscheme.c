#include "scheme.h"
#include "bytes.h"
int main(void) {
  if (!read_text()) return 0;
  scheme *sc = scheme_init_new();
  if (!sc) return 0;
  scheme_load_string(sc, text);
  scheme_deinit(sc);
  return 0;
}
