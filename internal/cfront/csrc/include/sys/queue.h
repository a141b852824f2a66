#ifndef _TANDEM_SYS_QUEUE_H
#define _TANDEM_SYS_QUEUE_H
/* Lists of structures that have their links inside. */

/* SLIST: singly linked */
#define SLIST_HEAD(name, type) struct name { struct type *slh_first; }
#define SLIST_HEAD_INITIALIZER(head) { (void *)0 }
#define SLIST_ENTRY(type) struct { struct type *sle_next; }
#define SLIST_INIT(head) do { (head)->slh_first = (void *)0; } while (0)
#define SLIST_EMPTY(head) ((head)->slh_first == (void *)0)
#define SLIST_FIRST(head) ((head)->slh_first)
#define SLIST_NEXT(e, f) ((e)->f.sle_next)
#define SLIST_INSERT_HEAD(head, e, f) do { (e)->f.sle_next = (head)->slh_first; (head)->slh_first = (e); } while (0)
#define SLIST_INSERT_AFTER(after, e, f) do { (e)->f.sle_next = (after)->f.sle_next; (after)->f.sle_next = (e); } while (0)
#define SLIST_REMOVE_HEAD(head, f) do { (head)->slh_first = (head)->slh_first->f.sle_next; } while (0)
#define SLIST_REMOVE(head, e, type, f) do { \
	struct type **__at = &(head)->slh_first; \
	while (*__at != (e)) \
		__at = &(*__at)->f.sle_next; \
	*__at = (*__at)->f.sle_next; \
} while (0)
#define SLIST_FOREACH(v, head, f) for ((v) = (head)->slh_first; (v); (v) = (v)->f.sle_next)

/* LIST: each knows the link that leads to it */
#define LIST_HEAD(name, type) struct name { struct type *lh_first; }
#define LIST_HEAD_INITIALIZER(head) { (void *)0 }
#define LIST_ENTRY(type) struct { struct type *le_next, **le_prev; }
#define LIST_INIT(head) do { (head)->lh_first = (void *)0; } while (0)
#define LIST_EMPTY(head) ((head)->lh_first == (void *)0)
#define LIST_FIRST(head) ((head)->lh_first)
#define LIST_NEXT(e, f) ((e)->f.le_next)
#define LIST_INSERT_HEAD(head, e, f) do { \
	(e)->f.le_next = (head)->lh_first; \
	if ((e)->f.le_next) \
		(e)->f.le_next->f.le_prev = &(e)->f.le_next; \
	(head)->lh_first = (e); \
	(e)->f.le_prev = &(head)->lh_first; \
} while (0)
#define LIST_INSERT_AFTER(after, e, f) do { \
	(e)->f.le_next = (after)->f.le_next; \
	if ((e)->f.le_next) \
		(e)->f.le_next->f.le_prev = &(e)->f.le_next; \
	(after)->f.le_next = (e); \
	(e)->f.le_prev = &(after)->f.le_next; \
} while (0)
#define LIST_INSERT_BEFORE(before, e, f) do { \
	(e)->f.le_prev = (before)->f.le_prev; \
	(e)->f.le_next = (before); \
	*(before)->f.le_prev = (e); \
	(before)->f.le_prev = &(e)->f.le_next; \
} while (0)
#define LIST_REMOVE(e, f) do { \
	if ((e)->f.le_next) \
		(e)->f.le_next->f.le_prev = (e)->f.le_prev; \
	*(e)->f.le_prev = (e)->f.le_next; \
} while (0)
#define LIST_FOREACH(v, head, f) for ((v) = (head)->lh_first; (v); (v) = (v)->f.le_next)

/* STAILQ, SIMPLEQ: singly linked, with the end at hand */
#define STAILQ_HEAD(name, type) struct name { struct type *stqh_first, **stqh_last; }
#define STAILQ_HEAD_INITIALIZER(head) { (void *)0, &(head).stqh_first }
#define STAILQ_ENTRY(type) struct { struct type *stqe_next; }
#define STAILQ_INIT(head) do { (head)->stqh_first = (void *)0; (head)->stqh_last = &(head)->stqh_first; } while (0)
#define STAILQ_EMPTY(head) ((head)->stqh_first == (void *)0)
#define STAILQ_FIRST(head) ((head)->stqh_first)
#define STAILQ_NEXT(e, f) ((e)->f.stqe_next)
#define STAILQ_INSERT_HEAD(head, e, f) do { \
	(e)->f.stqe_next = (head)->stqh_first; \
	if (!(e)->f.stqe_next) \
		(head)->stqh_last = &(e)->f.stqe_next; \
	(head)->stqh_first = (e); \
} while (0)
#define STAILQ_INSERT_TAIL(head, e, f) do { \
	(e)->f.stqe_next = (void *)0; \
	*(head)->stqh_last = (e); \
	(head)->stqh_last = &(e)->f.stqe_next; \
} while (0)
#define STAILQ_INSERT_AFTER(head, after, e, f) do { \
	(e)->f.stqe_next = (after)->f.stqe_next; \
	if (!(e)->f.stqe_next) \
		(head)->stqh_last = &(e)->f.stqe_next; \
	(after)->f.stqe_next = (e); \
} while (0)
#define STAILQ_REMOVE_HEAD(head, f) do { \
	(head)->stqh_first = (head)->stqh_first->f.stqe_next; \
	if (!(head)->stqh_first) \
		(head)->stqh_last = &(head)->stqh_first; \
} while (0)
#define STAILQ_REMOVE(head, e, type, f) do { \
	struct type **__at = &(head)->stqh_first; \
	while (*__at != (e)) \
		__at = &(*__at)->f.stqe_next; \
	*__at = (*__at)->f.stqe_next; \
	if (!*__at) \
		(head)->stqh_last = __at; \
} while (0)
#define STAILQ_FOREACH(v, head, f) for ((v) = (head)->stqh_first; (v); (v) = (v)->f.stqe_next)
#define SIMPLEQ_HEAD(name, type) struct name { struct type *sqh_first, **sqh_last; }
#define SIMPLEQ_HEAD_INITIALIZER(head) { (void *)0, &(head).sqh_first }
#define SIMPLEQ_ENTRY(type) struct { struct type *sqe_next; }
#define SIMPLEQ_INIT(head) do { (head)->sqh_first = (void *)0; (head)->sqh_last = &(head)->sqh_first; } while (0)
#define SIMPLEQ_EMPTY(head) ((head)->sqh_first == (void *)0)
#define SIMPLEQ_FIRST(head) ((head)->sqh_first)
#define SIMPLEQ_NEXT(e, f) ((e)->f.sqe_next)
#define SIMPLEQ_INSERT_HEAD(head, e, f) do { \
	(e)->f.sqe_next = (head)->sqh_first; \
	if (!(e)->f.sqe_next) \
		(head)->sqh_last = &(e)->f.sqe_next; \
	(head)->sqh_first = (e); \
} while (0)
#define SIMPLEQ_INSERT_TAIL(head, e, f) do { \
	(e)->f.sqe_next = (void *)0; \
	*(head)->sqh_last = (e); \
	(head)->sqh_last = &(e)->f.sqe_next; \
} while (0)
#define SIMPLEQ_REMOVE_HEAD(head, f) do { \
	(head)->sqh_first = (head)->sqh_first->f.sqe_next; \
	if (!(head)->sqh_first) \
		(head)->sqh_last = &(head)->sqh_first; \
} while (0)
#define SIMPLEQ_FOREACH(v, head, f) for ((v) = (head)->sqh_first; (v); (v) = (v)->f.sqe_next)

/* TAILQ: doubly linked, with the end at hand */
#define TAILQ_HEAD(name, type) struct name { struct type *tqh_first, **tqh_last; }
#define TAILQ_HEAD_INITIALIZER(head) { (void *)0, &(head).tqh_first }
#define TAILQ_ENTRY(type) struct { struct type *tqe_next, **tqe_prev; }
#define TAILQ_INIT(head) do { (head)->tqh_first = (void *)0; (head)->tqh_last = &(head)->tqh_first; } while (0)
#define TAILQ_EMPTY(head) ((head)->tqh_first == (void *)0)
#define TAILQ_FIRST(head) ((head)->tqh_first)
#define TAILQ_NEXT(e, f) ((e)->f.tqe_next)
#define TAILQ_LAST(head, name) (*((struct name *)(head)->tqh_last)->tqh_last)
#define TAILQ_PREV(e, name, f) (*((struct name *)(e)->f.tqe_prev)->tqh_last)
#define TAILQ_INSERT_HEAD(head, e, f) do { \
	(e)->f.tqe_next = (head)->tqh_first; \
	if ((e)->f.tqe_next) \
		(e)->f.tqe_next->f.tqe_prev = &(e)->f.tqe_next; \
	else \
		(head)->tqh_last = &(e)->f.tqe_next; \
	(head)->tqh_first = (e); \
	(e)->f.tqe_prev = &(head)->tqh_first; \
} while (0)
#define TAILQ_INSERT_TAIL(head, e, f) do { \
	(e)->f.tqe_next = (void *)0; \
	(e)->f.tqe_prev = (head)->tqh_last; \
	*(head)->tqh_last = (e); \
	(head)->tqh_last = &(e)->f.tqe_next; \
} while (0)
#define TAILQ_INSERT_AFTER(head, after, e, f) do { \
	(e)->f.tqe_next = (after)->f.tqe_next; \
	if ((e)->f.tqe_next) \
		(e)->f.tqe_next->f.tqe_prev = &(e)->f.tqe_next; \
	else \
		(head)->tqh_last = &(e)->f.tqe_next; \
	(after)->f.tqe_next = (e); \
	(e)->f.tqe_prev = &(after)->f.tqe_next; \
} while (0)
#define TAILQ_INSERT_BEFORE(before, e, f) do { \
	(e)->f.tqe_prev = (before)->f.tqe_prev; \
	(e)->f.tqe_next = (before); \
	*(before)->f.tqe_prev = (e); \
	(before)->f.tqe_prev = &(e)->f.tqe_next; \
} while (0)
#define TAILQ_REMOVE(head, e, f) do { \
	if ((e)->f.tqe_next) \
		(e)->f.tqe_next->f.tqe_prev = (e)->f.tqe_prev; \
	else \
		(head)->tqh_last = (e)->f.tqe_prev; \
	*(e)->f.tqe_prev = (e)->f.tqe_next; \
} while (0)
#define TAILQ_FOREACH(v, head, f) for ((v) = (head)->tqh_first; (v); (v) = (v)->f.tqe_next)
#define TAILQ_FOREACH_REVERSE(v, head, name, f) for ((v) = TAILQ_LAST(head, name); (v); (v) = TAILQ_PREV(v, name, f))
#endif
