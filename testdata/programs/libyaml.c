#define END 0
#include "yaml.h"
#include "bytes.h"
int main(void) {
  yaml_parser_t parser;
  yaml_document_t document;
  if (!read_text() || !yaml_parser_initialize(&parser)) return 0;
  yaml_parser_set_input_string(&parser, (const unsigned char *)text, len);
  while (yaml_parser_load(&parser, &document)) {
    int end = !yaml_document_get_root_node(&document);
    yaml_document_delete(&document);
    if (end) break;
  }
  yaml_parser_delete(&parser);
  return 0;
}
