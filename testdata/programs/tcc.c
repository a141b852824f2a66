#include "libtcc.h"
#include "bytes.h"
int main(void) {
  if (!read_text()) return 0;
  TCCState *s = tcc_new();
  if (!s) return 0;
  tcc_set_options(s, "-nostdinc -nostdlib");
  tcc_set_output_type(s, TCC_OUTPUT_MEMORY);
  tcc_compile_string(s, text);
  tcc_delete(s);
  return 0;
}
