#define END 0
#include "cmark.h"
#include "bytes.h"
#include <stdlib.h>
int main(void) {
  if (!read_text()) return 0;
  free(cmark_markdown_to_html(text, len, CMARK_OPT_SMART | CMARK_OPT_VALIDATE_UTF8));
  return 0;
}
