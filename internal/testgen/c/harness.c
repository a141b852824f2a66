<%- /* The harness of an exported suite: the values of the tests, and the functions that hand them out. See harness.go. */ -%>
<% define "head" -%>
/* Written by tandem: the values of a test suite. TANDEM_TEST=n chooses the test.
   <%.%>
   TANDEM_TEST=1 ./a.out; echo $?    (107: an error, 106: abort, 110: too long, a crash, or its inputs end)
   With --coverage add -DTANDEM_GCOV. */
#include <errno.h>
#include <malloc.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif
extern char **environ;
struct value { int site, occ, off, size, call; unsigned long long bits; };
struct given { const char *name; int site, occ; unsigned long long bits; int used; };
struct block { const char *name; int site, occ, fails, used; };
<% end %>

<% define "body" -%>
static const struct value *test, *next;
static struct given *list;
static __attribute__((unused)) struct block *heap;
#ifdef TANDEM_CALLOC
void *__real_calloc(size_t, size_t);
#define tandem_calloc __real_calloc
#else
#define tandem_calloc calloc
#endif
/* What a function is to answer next. */
static __attribute__((unused)) struct given *find(const char *name) {
	for (struct given *g = list; g && g->name; g++)
		if (!g->used && !strcmp(g->name, name)) {
			g->used = 1;
			return g;
		}
	return 0;
}
static __attribute__((unused)) unsigned long long answer(const char *name) {
	struct given *g = find(name);
	return g ? g->bits : 0;
}
static int occ[1 << 14], chosen = 1;
static void fill_data(void);
#ifdef TANDEM_GCOV
extern void __gcov_dump(void);
#define SLACK 4096 /* a run that leaves an object spoils nothing */
#else
static void __gcov_dump(void) {}
#define SLACK !size
#endif
__attribute__((noreturn)) void tandem_end(int code) {
	__gcov_dump();
#if defined __linux__ && defined SYS_exit_group
	for (;;) syscall(SYS_exit_group, code);
}
/* They end the program without what exit does: counters are kept first. */
__attribute__((weak, noreturn)) void _exit(int code) { tandem_end(code); }
__attribute__((weak, noreturn)) void _Exit(int code) { tandem_end(code); }
__attribute__((weak, noreturn)) void quick_exit(int code) { tandem_end(code); }
#else
	_exit(code);
}
#endif
/* Standard input. The functions of the C library for this may be the program's own. */
static void feed(const unsigned char *text, unsigned long n) {
#if defined TANDEM_STDIN && defined __linux__ && defined SYS_pipe && defined SYS_dup2
	int fd[2];
	if (syscall(SYS_pipe, fd)) return;
	syscall(SYS_write, fd[1], text, n < 65536 ? n : 65536);
	syscall(SYS_dup2, fd[0], 0);
	syscall(SYS_close, fd[0]);
	syscall(SYS_close, fd[1]);
#else
	(void)text, (void)n;
#endif
}
static void say(const char *why) {
#if defined __linux__ && defined SYS_write
	syscall(SYS_write, 2, why, strlen(why));
#endif
}
static void too_long(int sig) { (void)sig; say("tandem: it does not end within 2 seconds of CPU time, or 10 in all\n"); tandem_end(110); }
static void too_late(int sig) { (void)sig; say("<%.Late%>\n"); tandem_end(110); }
static void catch(int sig, void (*handler)(int)) {
	struct sigaction a;
	memset(&a, 0, sizeof a);
	a.sa_handler = handler, a.sa_flags = SA_ONSTACK | SA_NODEFER;
	sigaction(sig, &a, 0);
}
static void crash(int sig) {
	char text[] = "tandem: a crash (signal 00)\n";
	char *digits = text + sizeof "tandem: a crash (signal " - 1;
	if (sig >= 10) *digits++ = '0' + sig / 10 % 10;
	*digits++ = '0' + sig % 10;
	strcpy(digits, ")\n");
	say(text);
	tandem_end(110);
}
__attribute__((constructor)) static void choose(void) {
	int i = 1, ms = 2000;
	for (char **e = environ; e && *e; e++) {
		if (!strncmp(*e, "TANDEM_TEST=", 12)) i = atoi(*e + 12);
		if (!strncmp(*e, "TANDEM_MS=", 10)) ms = atoi(*e + 10);
	}
	if (i >= 1 && i <= <%.Tests%>) {
		test = next = tests[chosen = i];
		list = givens[i];
		heap = heaps[i];
		feed(inputs[i], lengths[i]);
	}
#ifdef M_PERTURB
	mallopt(M_PERTURB, 0xff); /* what malloc gives is 0 */
#endif
	static char room[1 << 16]; /* for signals where the stack is used up */
	stack_t stack = {.ss_sp = room, .ss_size = sizeof room};
	sigaltstack(&stack, 0);
	catch(SIGALRM, too_long), catch(SIGPROF, ms < 2000 ? too_late : too_long);
	catch(SIGSEGV, crash), catch(SIGBUS, crash), catch(SIGFPE, crash), catch(SIGILL, crash);
	catch(SIGABRT, crash), catch(SIGTRAP, crash), catch(SIGSYS, crash), catch(SIGPIPE, crash);
	struct itimerval most = {.it_value = {ms / 1000, ms % 1000 * 1000}}; /* of CPU time: the machine may have more to do */
	setitimer(ITIMER_PROF, &most, 0);
	alarm(10);
	fill_data();
}
/* The result of the next call; 0 when there are no more. */
static unsigned long long next_call(void) {
	while (next && next->site >= 0 && !next->call) next++;
	if (next && next->site < 0 && next->call) {
		say("<%.Ended%>\n");
		tandem_end(110);
	}
	if (!next || next->site < 0) return 0;
	return next++->bits;
}
/* Memory from outside: made by the driver, found by its place among the inputs. */
static struct made { int site, occ; void *p; struct made *next; } *made;
void *tandem_object(int site, int occ, unsigned long size) {
	struct made *m = tandem_calloc(1, sizeof *m);
	m->site = site, m->occ = occ, m->p = tandem_calloc(1, size + SLACK), m->next = made;
	made = m;
	return m->p;
}
void tandem_put(void *p, unsigned long off, unsigned long size, unsigned long long bits) { memcpy((char *)p + off, &bits, size); }
double tandem_double(unsigned long long bits) { double x; memcpy(&x, &bits, sizeof x); return x; }
float tandem_float(unsigned bits) { float x; memcpy(&x, &bits, sizeof x); return x; }
static void *next_pointer(void) {
	while (next && next->site >= 0 && !next->call) next++;
	const struct value *v = next;
	if (!next_call()) return 0;
	for (struct made *m = made; m; m = m->next)
		if (m->site == v->site && m->occ == v->occ) return m->p;
	return tandem_calloc(1, 4096);
}
/* A function that the program does not have. */
long tandem_stub() {
	while (next && next->site >= 0 && !next->call) next++;
	return next && next->site >= 0 && next->call == 2 ? (long)next_pointer() : (long)next_call();
}
int tandem_chosen(void) { return chosen; }
void tandem_exit(int code) { exit(code); }
/* A variable without another definition. */
static __attribute__((unused)) void fill(int site, unsigned char *p, unsigned long size) {
	for (const struct value *v = test; v && v->site >= 0; v++)
		if (v->site == site && v->occ == 0 && (unsigned long)v->off + v->size <= size)
			memcpy(p + v->off, &v->bits, v->size);
}
/* The first contents of a variable. */
void *tandem_bytes(int site, void *p, unsigned long size) {
	int o = site < 1 << 14 ? occ[site]++ : 0;
	memset(p, 0, size);
	for (const struct value *v = test; v && v->site >= 0; v++)
		if (v->site == site && v->occ == o && !v->call && (unsigned long)v->off + v->size <= size)
			memcpy((char *)p + v->off, &v->bits, v->size);
	return p;
}
void abort(void) { tandem_end(106); }
void __assert_fail(const char *e, const char *f, unsigned n, const char *g) { (void)e; (void)f; (void)n; (void)g; tandem_end(107); }
<% end %>
