// CWE-416: the next node is read after its node was freed
// fault: valid-deref
// models: LP64 ILP32
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
#define TYPE int
#define START 0
struct n { struct n *next; };
#ifdef BAD
#define SOURCE(data) data = 0;
#else
#define SOURCE(data) data = 1;
#endif
#define SINK(data)                                                                                              \
  { struct n *a = malloc(sizeof *a), *b = malloc(sizeof *b), *t;                                                \
    if (a && b) { a->next = b; b->next = 0; while (a) { t = a->next; free(a); a = (data) ? t : a->next; } } }
