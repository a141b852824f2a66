#ifndef _TANDEM_SEARCH_H
#define _TANDEM_SEARCH_H
#include <stddef.h>
typedef int (*__compar_fn_t)(const void *, const void *);
typedef enum { FIND, ENTER } ACTION;
typedef struct entry { char *key; void *data; } ENTRY;
typedef enum { preorder, postorder, endorder, leaf } VISIT;
struct hsearch_data { void *table; unsigned size, filled; };
void insque(void *__e, void *__prev);
void remque(void *__e);
ENTRY *hsearch(ENTRY __e, ACTION __a);
int hcreate(size_t __n);
void hdestroy(void);
int hcreate_r(size_t __n, struct hsearch_data *__t);
void hdestroy_r(struct hsearch_data *__t);
int hsearch_r(ENTRY __e, ACTION __a, ENTRY **__r, struct hsearch_data *__t);
void *tsearch(const void *__key, void **__root, __compar_fn_t __c);
void *tfind(const void *__key, void *const *__root, __compar_fn_t __c);
void *tdelete(const void *__key, void **__root, __compar_fn_t __c);
void twalk(const void *__root, void (*__f)(const void *, VISIT, int));
#ifdef _GNU_SOURCE
void twalk_r(const void *__root, void (*__f)(const void *, VISIT, void *), void *__arg);
#endif
void tdestroy(void *__root, void (*__f)(void *));
void *lfind(const void *__key, const void *__base, size_t *__n, size_t __size, __compar_fn_t __c);
void *lsearch(const void *__key, void *__base, size_t *__n, size_t __size, __compar_fn_t __c);
#endif
