package cfront_test

import (
	"context"
	"math"
	"math/rand"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/cfront"
	machine "github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
)

const libraryHeaders = `#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
`

// seen executes random runs of a program and summarises them: "violated" if a run that counts as evidence violates an
// assertion, "approx" if only runs that read approximate values violate one, "havoc" if a run reaches memory with
// arbitrary contents, and "" otherwise.
func seen(t *testing.T, model ir.DataModel, src string) (string, *ir.Program) {
	t.Helper()
	prog := load(t, cfront.Config{Model: model, MissingBodies: "input"}, libraryHeaders+src)
	out := ""
	for seed := range int64(200) {
		switch r := runSmall(t, prog, seed); {
		case r.Outcome.Kind == machine.Violated && !r.Approx:
			return "violated", prog
		case r.Outcome.Kind == machine.Violated:
			out = "approx"
		case r.Outcome.Kind == machine.Unsupported && out == "":
			out = "havoc"
		}
	}
	return out, prog
}

// runSmall runs prog with random inputs, most of which are small.
func runSmall(t *testing.T, prog *ir.Program, seed int64) *machine.Run {
	t.Helper()
	m, err := machine.NewInterp(prog, machine.Config{Fuel: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	rnd := rand.New(rand.NewSource(seed))
	r, err := m.Run(context.Background(), machine.InputFunc(func(_ ir.Key, _ *ir.Site, ty ir.Type) (uint64, bool) {
		mask := ^uint64(0) >> (64 - ty.Bits)
		switch {
		case ty.Kind == ir.Ptr:
			return uint64(rnd.Intn(2)), true
		case ty.Kind == ir.Float:
			return math.Float64bits(rnd.Float64()) & mask, true
		}
		return uint64(rnd.Intn(12)-2) & mask, true
	}))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestLibraryState checks that the models of library functions with state have the behaviours of the functions, and
// that a behaviour that a program compiled by gcc cannot show does not count as a violation.
func TestLibraryState(t *testing.T) {
	const wrap = `void w(const char *f, ...) { va_list a; va_start(a, f); vprintf(f, a); va_end(a); } `
	for _, c := range []struct{ name, want, src string }{
		{"n", "violated", `int main(void) { int n = 0; printf("abc%n", &n); assert(n == 0); }`},
		{"n in sprintf", "violated", `int main(void) { int n = 0; char b[9]; sprintf(b, "abc%n", &n); assert(n == 0); }`},
		{"n in snprintf", "violated",
			`int main(void) { int n = 0; char b[9]; snprintf(b, 9, "abc%n", &n); assert(n == 0); }`},
		{"n in fprintf", "", `int main(void) { int n = 0; fprintf(stderr, "%2$n%1$s", "x", &n); assert(n == 0); }`},
		{"sizes", "", `int main(void) { struct { signed char c; char d; short h, i; long l; } s = {0}; printf("%*d%hhn%hn%%%-5.3d%s", 3, 4, &s.c, &s.h, 5, "%n"); assert(s.d == 0 && s.i == 0 && s.l == 0); }`},
		{"long", "", `int main(void) { long n = 0; printf("%*d%ld%ln", 3, 4, 5L, &n); assert(n >= 0 && n < 1 << 16); }`},
		{"no n", "", `int main(void) { int n = 0; printf("abc%%n%d%s", n, "%n"); assert(n == 0); }`},
		{"format", "violated",
			`int main(void) { int n = 0; const char *f = "abc%n"; unsigned char d; if (d) f = "%n"; printf(f, &n); assert((n & 1) == 0); }`},
		{"computed format", "",
			`int main(void) { int n = 0; char f[3]; f[0] = 37; f[1] = 110; f[2] = 0; printf(f, &n); assert((n & 1) == 0); }`},
		{"list", "violated", wrap + `int main(void) { int n = 0; w("abc%n", &n); assert(n == 0); }`},
		{"list without n", "", wrap + `int main(void) { int n = 0; w("abc%d", n); assert(n == 0); }`},
		{"pointer to printf", "violated",
			`int main(void) { int n = 0; int (*p)(const char *, ...) = printf; p("abc%n", &n); assert(n == 0); }`},
		{"pointer to scanf", "",
			`int main(void) { int n = 0; int (*p)(const char *, ...) = scanf; p("%d", &n); assert(n == 0); }`},

		{"getenv", "violated", `int main(void) { assert(getenv("A")); }`},
		{"setenv", "", `int main(void) { setenv("A", "1", 1); assert(getenv("A")); }`},
		{"putenv", "", `int main(void) { putenv("A=1"); assert(getenv("A")); }`},
		{"unsetenv", "violated", `int main(void) { unsetenv("A"); assert(getenv("A")); }`},
		{"getenv twice", "", `int main(void) { assert(!getenv("A") == !getenv("A")); }`},
		{"getenv in a loop", "",
			`int main(void) { int n = 0; for (int i = 0; i < 2; i++) n += getenv("A") != 0; assert(n != 1); }`},
		{"getenv called once", "violated", `int f(void) { return getenv("A") != 0; } int main(void) { assert(f()); }`},
		{"getenv called twice", "", `int f(void) { return getenv("A") != 0; } int main(void) { assert(f() == f()); }`},
		{"getenv by name", "",
			`char *f(const char *s) { return getenv(s); } int main(void) { char *a = f("A"), *b = f("B"); assert(f("A") == a && f("B") == b); }`},
		{"getenv by names of two variables", "violated",
			`char *f(const char *s) { return getenv(s); } int main(void) { assert(!f("A") == !f("B")); }`},
		{"getenv by a name that changes", "violated",
			`int main(void) { char s[] = "A"; char *a = getenv(s); s[0]++; assert(a == getenv(s)); }`},
		{"getenv by many names", "approx",
			`int main(void) { char s[] = "A"; char *p = 0; for (int i = 0; i < 20; i++, s[0]++) p = getenv(s); assert(p); }`},
		{"getenv by one name many times", "",
			`int main(void) { char s[] = "A"; int n = 0; for (int i = 0; i < 20; i++) n += getenv(s) != 0; assert(n == 0 || n == 20); }`},
		{"lock of a destroyed mutex is refused", "violated", `#include <pthread.h>
int main(void) { pthread_mutex_t m; pthread_mutex_init(&m, 0); pthread_mutex_destroy(&m); pthread_mutex_lock(&m); }`},
		{"mutex made again", "", `#include <pthread.h>
int main(void) { pthread_mutex_t m; pthread_mutex_init(&m, 0); pthread_mutex_destroy(&m); pthread_mutex_init(&m, 0); assert(pthread_mutex_lock(&m) == 0); }`},
		{"a second lock waits", "violated", `#include <pthread.h>
int main(void) { pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_mutex_lock(&m); pthread_mutex_lock(&m); }`},
		{"a writer waits for a reader", "violated", `#include <pthread.h>
int main(void) { pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER; pthread_rwlock_rdlock(&l); pthread_rwlock_wrlock(&l); }`},
		{"once waits for itself", "violated", `#include <pthread.h>
pthread_once_t o; void f(void) { pthread_once(&o, f); } int main(void) { pthread_once(&o, f); }`},
		{"a barrier of two", "violated", `#include <pthread.h>
int main(void) { pthread_barrier_t b; pthread_barrier_init(&b, 0, 2); pthread_barrier_wait(&b); }`},
		{"unlock of what is not locked", "violated", `#include <pthread.h>
int main(void) { pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER; pthread_rwlock_unlock(&l); }`},
		{"nobody signals", "approx", `#include <pthread.h>
int main(void) { pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); assert(0); }`},
		{"a wait gives the lock back", "", `#include <pthread.h>
int main(void) { pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); assert(pthread_mutex_trylock(&m) == EBUSY); }`},
		{"time", "violated", `int main(void) { assert(time(0) & 1); }`},
		{"time twice", "", `int main(void) { time_t a = time(0), b = time(0); assert(b >= a); }`},
		{"time advances", "violated", `int main(void) { time_t a = time(0), b = time(0); assert(b == a); }`},
		{"clock_gettime twice", "violated",
			`int main(void) { struct timespec a, b; clock_gettime(1, &a); clock_gettime(1, &b); assert(b.tv_nsec >= a.tv_nsec); }`},
		{"nanosleep", "violated", `int main(void) { struct timespec a = {1, 2}; assert(nanosleep(&a, 0) == 0); }`},
		{"getpid", "", `int main(void) { assert(getpid() > 0); }`},
		{"getpid twice", "", `int main(void) { int a = getpid(); assert(a == getpid()); }`},

		{"rand", "violated", `int main(void) { assert(rand() & 1); }`},
		{"range of rand", "", `int main(void) { long r = lrand48(); assert(rand() >= 0 && r >= 0 && r < 2147483648); }`},
		{"mrand48", "violated", `int main(void) { assert(mrand48() >= 0); }`},
		{"srand", "", `int main(void) { srand(1); int a = rand(); srand(1); assert(a == rand()); }`},
		{"srand of the time", "violated", `int main(void) { srand((unsigned)time(NULL)); assert(rand() & 1); }`},
		{"twice of the time", "violated",
			`int main(void) { srand(time(0)); int a = rand(); srand(time(0)); assert(a == rand()); }`},
		{"own time", "", `time_t time(time_t *p) { return 5; } int main(void) { srand(time(0)); int a = rand(); srand(time(0)); assert(a == rand()); }`},
		{"in a loop", "violated",
			`int main(void) { int a = 0; for (int i = 0; i < 2; i++) { srand(time(0)); a ^= rand(); } assert(a == 0); }`},
		{"arc4random", "violated", `int main(void) { srand(1); assert(arc4random() & 1); }`},
		{"arc4random_uniform", "",
			`int main(void) { unsigned n; unsigned r = arc4random_uniform(n); assert(r < n || n < 2 && r == 0); }`},
		{"arc4random_uniform reaches all below", "violated", `int main(void) { assert(arc4random_uniform(3) != 2); }`},
		{"arc4random_buf", "violated",
			`int main(void) { unsigned char b[2] = {0}; arc4random_buf(b, 1); assert(b[0] < 250); }`},
		{"arc4random_buf writes what is asked for", "",
			`int main(void) { unsigned char b[2] = {0}; arc4random_buf(b, 1); assert(b[1] == 0); }`},
		{"getrandom", "", `#include <sys/random.h>
int main(void) { unsigned char b[9] = {0}; unsigned n, f; if (n > 8) return 0; long r = getrandom(b, n, f); assert(r >= -1 && r <= (long)n && b[8] == 0); if (r > 0) assert(f < 8 && f != 6); if (r < 0 && f == 0) assert(errno == EINTR || errno == ENOSYS); if (r == 0) assert(n == 0); if (r >= 0 && !(f & 2)) assert(r == n); }`},
		{"getrandom fails", "violated", `#include <sys/random.h>
int main(void) { char b[4]; assert(getrandom(b, 4, 0) == 4); }`},
		{"getrandom gives bytes", "violated", `#include <sys/random.h>
int main(void) { unsigned char b[4] = {0}; if (getrandom(b, 4, 0) == 4) assert(b[3] < 250); }`},
		{"getentropy", "", `int main(void) { static char b[300]; assert(getentropy(b, 257) == -1 && errno == EIO && getentropy(b, 0) == 0); int r = getentropy(b, 256); assert(b[256] == 0 && (r == 0 || r == -1 && b[0] == 0)); }`},
		{"getentropy fails", "violated", `int main(void) { char b[4]; assert(getentropy(b, 4) == 0); }`},
		{"rand_r", "", `int main(void) { unsigned s = 1; int a = rand_r(&s); s = 1; assert(a == rand_r(&s)); }`},
		{"drand48", "violated", `int main(void) { double d = drand48(); assert(d > 0.5); }`},
		{"srand48", "violated", `int main(void) { srand48(1); double d = drand48(); assert(d > 0.5); }`},
		{"errno at the start", "", `int main(void) { assert(errno == 0); }`},
		{"errno", "", `int main(void) { errno = 0; assert(errno == 0); errno = 3; assert(errno == 3); }`},
		{"errno set", "", `int main(void) { strtol("99999999999999999999", 0, 10); assert(errno == ERANGE); }`},
		{"errno kept", "", `int main(void) { errno = 7; strtol("9", 0, 10); memset(&errno, 0, 0); strlen("x"); assert(errno == 7); }`},
		{"errno behind the library", "approx",
			`int main(void) { errno = 0; fseek(stdin, 1, SEEK_SET); assert(errno == 0); }`},
		{"errno by a declaration in a block", "",
			`int main(void) { extern int *__errno_location(void); *__errno_location() = 2; assert(errno == 2); }`},

		{"stdin", "violated", `int main(void) { assert(getchar() & 1); }`},
		{"other name of stdin", "violated", `int main(void) { FILE *f = stdin; fputs("x", stdout); assert(fgetc(f) & 1); }`},
		{"ungetc", "", `int main(void) { ungetc('x', stdin); assert(getchar() == 'x'); }`},
		{"file", "violated", `int main(void) { FILE *f = fopen("a", "r"); if (f) assert(fgetc(f) & 1); }`},
		{"file twice", "approx",
			`int r(void) { FILE *f = fopen("a", "r"); return f ? fgetc(f) : 0; } int main(void) { int a = r(), b = r(); if (a && b) assert(a == b); }`},
		{"files", "approx", `int main(void) { FILE *f = fopen("a", "r"), *g = fopen("a", "r"); if (f && g) assert(fgetc(f) == fgetc(g)); }`},
		{"stdin beside a file", "violated",
			`int main(void) { FILE *f = fopen("a", "w"); if (f) fputs("x", f); assert(getchar() & 1); }`},
		{"write and read", "approx", `int main(void) { FILE *f = fopen("a", "w+"); if (f) assert(fgetc(f) & 1); }`},
		{"tmpfile", "", `int main(void) { FILE *f = tmpfile(); if (!f) return 0; fputc('x', f); rewind(f); assert(fgetc(f) == 'x'); }`},
		{"new tmpfile", "", `int main(void) { FILE *f = tmpfile(); if (f) assert(fgetc(f) == EOF); }`},
		{"socket", "violated", `int socket(int, int, int); int main(void) { assert(socket(2, 1, 0) != 5); }`},
		{"two sockets", "approx",
			`int socket(int, int, int); int main(void) { int a = socket(2, 1, 0), b = socket(2, 1, 0); assert(a != b || a < 0); }`},
		{"recv", "violated",
			`long recv(int, void *, unsigned long, int); int main(void) { char b[2] = {0}; recv(3, b, 2, 0); assert(b[0] == 0); }`},
		{"recv of a pair", "approx",
			`long recv(int, void *, unsigned long, int); int socketpair(int, int, int, int *); int main(void) { int p[2]; char b[2] = {0}; if (socketpair(1, 1, 0, p)) return 0; recv(p[0], b, 2, 0); assert(b[0] == 0); }`},
		{"pipe", "approx", `int main(void) { int p[2]; char b[2] = {0}; if (pipe(p)) return 0; write(p[1], "x", 1); read(p[0], b, 1); assert(b[0] == 'x'); }`},
		{"opendir fails", "violated", `#include <dirent.h>
int main(void) { DIR *d = opendir("."); assert(d); }`},
		{"dup", "", `#include <fcntl.h>
int main(void) { int d = dup2(0, 5); assert(d == -1 || d == 5); assert(dup(-1) == -1 && errno == EBADF && fcntl(-3, F_GETFL) == -1); }`},
		{"command of fcntl that makes a descriptor", "violated", `#include <fcntl.h>
int main(void) { fcntl(0, F_DUPFD, 3); }`},
		{"requests of ioctl that nobody knows", "violated", `#include <sys/ioctl.h>
int main(void) { ioctl(0, 0x1234, 0); }`},
		{"ioctl of no descriptor", "", `#include <sys/ioctl.h>
int main(void) { int n = 1; assert(ioctl(-1, FIONREAD, &n) == -1 && errno == EBADF && n == 1); }`},
		{"exec ends or fails", "", `int main(void) { char *a[] = {"x", 0}; int r = execv("x", a); assert(r == -1); }`},
		{"exec may fail", "violated", `int main(void) { char *a[] = {"x", 0}; execv("x", a); assert(0); }`},
		{"bind without a socket", "",
			`int bind(int, const void *, unsigned); int main(void) { assert(bind(-1, 0, 0) == -1); }`},
		{"sscanf", "", `int main(void) { int x = 0; sscanf("12", "%d", &x); assert(x == 12); }`},
		{"scanf", "violated", `int main(void) { int x; if (scanf("%d", &x) == 1) assert(x & 1); }`},
		{"length of a text", "", `int main(void) { int n = printf("abc"); assert(n == 3 || n < 0); }`},
		{"putchar", "", `int main(void) { int n = putchar('x'); assert(n == 'x' || n < 0); }`},
		{"fclose", "", `int main(void) { int r = fclose(stdout); assert(r == 0 || r == EOF); }`},
	} {
		if got, _ := seen(t, ir.LP64, c.src); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestOtherType checks that a call through a pointer of another type behaves as in gcc's code, is listed as an
// assumption, or is an obligation (no-model, TestOtherFunctionTypes). Here an argument that the call does not pass
// counts as read even if the callee does not use it. (The programs that engines work on do not have such reads.)
func TestOtherType(t *testing.T) {
	for _, c := range []struct{ name, want, assumed, src string }{
		{"too few", "approx", "",
			`int f(int a, int b) { return a; } int main(void) { int (*p)(int) = (int (*)(int))f; assert(p(3) != 3); }`},
		{"too few, safe", "", "",
			`int f(int a, int b) { return a; } int main(void) { int (*p)(int) = (int (*)(int))f; assert(p(3) == 3); }`},
		{"what is missing", "approx", "",
			`int f(int a, int b) { return b; } int main(void) { int (*p)(int) = (int (*)(int))f; assert(p(3) & 1); }`},
		{"too many", "violated", "",
			`int f(void) { return 3; } int main(void) { int (*p)(int, long) = (int (*)(int, long))f; assert(p(1, 2) != 3); }`},
		{"narrower", "violated", "",
			`int g; void h(int x) { g = x; } int main(void) { void (*p)(long) = (void (*)(long))h; p(7); assert(g != 7); }`},
		{"narrower result", "violated", "",
			`long f(int *a) { return *a; } int main(void) { int x = 4; int (*p)(void *) = (int (*)(void *))f; assert(p(&x) != 4); }`},
		{"result of nothing", "approx", "",
			`void f(int a) {} int main(void) { int (*p)(int) = (int (*)(int))f; assert(p(1) & 1); }`},
		{"variadic", "violated", "",
			`int f(int a, ...) { return a; } int main(void) { int (*p)(int, int) = (int (*)(int, int))f; assert(p(3, 4) != 3); }`},
		{"behind the dots", "violated", "",
			`int f(int a, ...) { va_list l; va_start(l, a); int r = va_arg(l, int); va_end(l); return r; } int main(void) { int (*p)(int, int) = (int (*)(int, int))f; assert(p(3, 4) != 4); }`},
		{"by void *", "approx", "",
			`int f(int a, int b) { return a; } int main(void) { void *v = f; int (*p)(int) = v; assert(p(3) != 3); }`},
		{"by a number", "approx", "",
			`int f(int a, int b) { return a; } int main(void) { long v = (long)f; int (*p)(int) = (int (*)(int))v; assert(p(3) != 3); }`},
		{"by a union", "approx", "",
			`union { int (*a)(int, int); int (*b)(int); } u; int f(int a, int b) { return a; } int main(void) { u.a = f; assert(u.b(3) != 3); }`},
		{"by no prototype", "approx", "",
			`int f(int a, int b) { return a; } int main(void) { int (*u)() = f; int (*p)(int) = u; assert(p(3) != 3); }`},
		{"no prototype", "violated", "",
			`int f(int a, int b) { return a; } int main(void) { int (*p)() = f; assert(p(3, 4) != 3); }`},
		{"no prototype, too few", "approx", "",
			`int f(int a, int b) { return a; } int main(void) { int (*p)() = f; assert(p(3) != 3); }`},
		{"as an argument", "approx", "",
			`int f(int a, int b) { return a; } int call(int (*p)(int)) { return p(3); } int main(void) { assert(call((int (*)(int))f) != 3); }`},
		{"initialiser", "approx", "",
			`int f(int a, int b) { return a; } int (*p)(int) = (int (*)(int))f; int main(void) { assert(p(3) != 3); }`},
		{"by a variable argument", "approx", "",
			`int f(int a, int b) { return a; } typedef int (*t)(int); int call(int n, ...) { va_list l; va_start(l, n); t p = va_arg(l, t); va_end(l); return p(3); } int main(void) { assert(call(1, f) != 3); }`},
		{"copied", "approx", "",
			`int f(int a, int b) { return a; } int main(void) { int (*p)(int); int (*q)(int, int) = f; memcpy(&p, &q, sizeof p); assert(p(3) != 3); }`},
		{"pointer to it", "approx", "",
			`int f(int a, int b) { return a; } int main(void) { int (*q)(int, int) = f; assert((*(int (**)(int))&q)(3) != 3); }`},
		{"structure", "violated", "",
			`struct s { long a, b, c; }; int f(struct s a) { return 1; } int main(void) { int (*p)(int) = (int (*)(int))f; assert(p(7) != 1); }`},
		{"nobody", "", "no function of its type", `int main(void) { int (*p)(int) = 0; assert(p(3) != 3); }`},
		{"two types", "", "",
			`int f(int a, int b) { return a; } int h(int a) { return a; } struct o { int (*a)(int, int); int (*b)(int); }; int main(void) { struct o *o = malloc(sizeof *o); memset(o, 0, sizeof *o); o->a = f; o->b = h; assert(o->b(3) == 3); free(o); }`},
	} {
		for _, m := range models {
			if m == ir.ILP32 && c.name == "by a union" {
				continue // the same
			}
			got, prog := seen(t, m, c.src)
			if got != c.want {
				t.Errorf("%s (%s): %q, want %q", c.name, m, got, c.want)
			}
			text := ""
			for _, w := range prog.Assumed {
				text += w.Text + "\n"
			}
			if (text == "") != (c.assumed == "") || !strings.Contains(text, c.assumed) {
				t.Errorf("%s (%s): assumed %q, want %q", c.name, m, text, c.assumed)
			}
		}
	}
}

// TestAssumed checks that assumptions about functions that cannot run are not listed, and that the others survive
// printing and parsing.
func TestAssumed(t *testing.T) {
	prog := load(t, cfront.Config{}, `int (*p)(int); int f(void) { return p(1); } int g(void) { return p(2); }
int main(void) { return g(); }`)
	if len(prog.Assumed) != 1 || prog.Assumed[0].Pos.Col != 66 {
		t.Fatal(prog.Assumed)
	}
	again, err := ir.Parse(ir.Print(prog))
	if err != nil || len(again.Assumed) != 1 || again.Assumed[0] != prog.Assumed[0] {
		t.Error(err, again)
	}
	copied, _ := ir.Clone(prog)
	if len(copied.Assumed) != 1 {
		t.Error("lost by Clone")
	}
}

// TestVolatile checks that a function that reads a volatile object, by whatever expression, adds one assumption, and
// that writes add none.
func TestVolatile(t *testing.T) {
	for src, want := range map[string]int{
		`volatile int v; int main(void) { return v + v; }`:                                                1,
		`int g(volatile int *p) { return *p; } int x; int main(void) { return g(&x); }`:                   1,
		`struct { volatile int m; int k; } s; int f(void) { return s.m; } int main(void) { return f(); }`: 1,
		`struct { volatile int m; int k; } s; int main(void) { volatile int z = 3; return s.k; }`:         0,
		`volatile int v; int f(void) { return v; } int main(void) { v = 1; return 0; }`:                   0,
	} {
		if prog := load(t, cfront.Config{}, src); len(prog.Assumed) != want {
			t.Errorf("%s: %v", src, prog.Assumed)
		}
	}
}
