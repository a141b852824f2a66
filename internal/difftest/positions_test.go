package difftest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// position is a position in the grammar of C at which the value of an int expression is dropped or used, or the
// expression is not evaluated.
type position struct {
	text   string // statements; EXPR is the expression
	unread bool   // C does not evaluate it
	// gcc does not evaluate the expression, though C does or leaves it open; or gcc drops the operator; or glibc leaks
	// memory there
	unlikeGCC  bool
	ends, does bool // the statements end the program; they change the state of the process
}

const positionDecls = `#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static char position_bytes[4];
static volatile int position_cells[4];
extern void nobody(int);
extern int nobody_more(const char *, ...);
struct position { int a, b; unsigned bits : 4; };
typedef int position_vector __attribute__((vector_size(16)));
static void position_body(int x) { (void)x; }
static int position_id(int x) { return x; }
`

// positions has an entry for each position in the grammar at which a value may get lost, and calls of each kind of
// function.
var positions = []position{
	{text: `EXPR;`},
	{text: `(void)(EXPR);`},
	{text: `(EXPR) + 1;`, unlikeGCC: true},
	{text: `-(EXPR);`, unlikeGCC: true},
	{text: `+(EXPR);`},
	{text: `~(EXPR);`},
	{text: `!(EXPR);`},
	{text: `(char)(EXPR);`},
	{text: `(_Bool)(EXPR);`},
	{text: `(long long)(EXPR);`},
	{text: `(double)(EXPR);`},
	{text: `(EXPR) > 3;`},
	{text: `(EXPR) & 1;`},
	{text: `0 * (EXPR);`},
	{text: `((EXPR) & 0) * 3;`},
	{text: `int lost = 0 * (EXPR);`},
	{text: `EXPR, 1;`},
	{text: `int lost = (EXPR, 1);`},
	{text: `int lost; lost = (EXPR, 1);`},
	{text: `int lost = 1; lost += (EXPR, 1);`},
	{text: `position_id((EXPR, 1));`},
	{text: `if ((EXPR, 0)) ;`},
	{text: `if (EXPR) ;`},
	{text: `while (0 * (EXPR)) ;`},
	{text: `do ; while (0 & (EXPR));`},
	{text: `switch (EXPR) { default: ; }`},
	{text: `for (EXPR; 0; ) ;`},
	{text: `for (; EXPR, 0; ) ;`},
	{text: `for (int i = 0; i < 1; i++, EXPR) ;`},
	{text: `for (int i = 0; i++ < 1; EXPR) ;`},
	{text: `({ EXPR; });`},
	{text: `({ EXPR; 2; });`},
	{text: `int lost = ({ EXPR; 2; });`},
	{text: `(void)({ 1; EXPR; });`},
	{text: `position_id(({ EXPR; 2; }));`},
	{text: `(void)&position_bytes[0 * (EXPR)];`},
	{text: `(void)&position_bytes[(EXPR) & 1];`},
	{text: `(void)(position_bytes + (0 & (EXPR)));`},
	{text: `char *lost = &position_bytes[0 * (EXPR)];`},
	{text: `position_bytes[(EXPR) & 1];`},
	{text: `(void)((struct position *)0 == (struct position *)(long)(EXPR));`},
	{text: `struct position own = { .a = EXPR, .a = 1 };`, unlikeGCC: true},
	{text: `int own[2] = { [0] = EXPR, [0] = 1 };`, unlikeGCC: true},
	{text: `int own[3] = { [0 ... 1] = EXPR, [0] = 1 };`},
	{text: `struct position own = { EXPR };`},
	{text: `(struct position){ EXPR, 1 };`},
	{text: `(struct position){ .b = EXPR }.a;`},
	{text: `(int []){ 1, EXPR }[0];`},
	{text: `position_vector v = { 1, 2, 3, 4 }; v[0];  v + (int)(EXPR);`},
	{text: `position_vector v = { 1, EXPR, 3, 4 }; v;`},
	{text: `(void)(position_vector){ EXPR };`},
	{text: `__asm__ volatile("" :: "r"(EXPR));`},
	{text: `__asm__ volatile("nop" :: "r"(EXPR) : "memory");`},
	{text: `1 ? EXPR : 0;`},
	{text: `position_bytes[0] ? 0 : (EXPR);`},
	{text: `(EXPR) ? 1 : 2;`},
	{text: `(EXPR) ?: 1;`},
	{text: `0 ?: (EXPR);`},
	{text: `1 && (EXPR);`},
	{text: `0 || (EXPR);`},
	{text: `(EXPR) && 0;`},
	{text: `(EXPR) || 1;`},
	{text: `int lost = (EXPR) || 1;`},
	{text: `_Generic(1, int: EXPR, default: 0);`},
	{text: `__builtin_choose_expr(1, EXPR, 0);`},
	{text: `__builtin_expect(1, EXPR);`, unlikeGCC: true},
	{text: `__builtin_expect(EXPR, 1);`},
	{text: `if (__builtin_expect((EXPR) > 1, 0)) ;`},
	{text: `__builtin_prefetch(position_bytes + (0 & (EXPR)));`},
	{text: `__builtin_assume_aligned(position_bytes + (0 & (EXPR)), 1);`},
	{text: `__builtin_popcount(EXPR);`},
	{text: `__builtin_bswap32(EXPR);`},
	{text: `__builtin_clz((EXPR) | 1);`},
	{text: `int r; __builtin_add_overflow(EXPR, 1, &r);`},
	{text: `__builtin_add_overflow_p(EXPR, 1, (int)0);`},
	{text: `static int g; __atomic_fetch_add(&g, EXPR, 0);`},
	{text: `static int g; __atomic_load_n(&g + (0 & (EXPR)), 0);`},
	{text: `static int g, w = 9; __atomic_compare_exchange_n(&g, &w, EXPR, 0, 0, 0);`},
	{text: `__builtin_alloca(1 + (0 & (EXPR)));`},
	{text: `int v[3][2 + (position_bytes[0] & 1)]; sizeof v[0 & (EXPR)];`},
	{text: `sizeof(int [1 + (0 & (EXPR))]);`},
	{text: `__typeof__(int [1 + (0 & (EXPR))]) *q;`},
	{text: `(int (*)[1 + (0 & (EXPR))])0;`},
	{text: `int v[1 + (0 & (EXPR))];`},
	{text: `void (*p)(int) = position_bytes[0] ? nobody : position_body; p(EXPR);`},
	{text: `position_body(EXPR);`},
	{text: `static int g; g = EXPR;`},
	{text: `struct position own; own.bits = EXPR;`},
	{text: `goto label; label: EXPR;`},
	{text: `switch (position_bytes[0]) { case 0: EXPR; default: ; }`},
	{text: `if (position_bytes[0] == 0) EXPR; else EXPR;`},
	{text: `nobody(EXPR);`},
	{text: `nobody_more("", EXPR);`},
	{text: `printf("%d\n", EXPR);`},
	{text: `printf("", EXPR);`},
	{text: `printf("%.*s\n", 0 & (EXPR), "");`},
	{text: `fprintf(stdout, "%d\n", EXPR);`},
	{text: `snprintf(0, 0, "%d", EXPR);`},
	{text: `puts("" + (0 & (EXPR)));`},
	{text: `putchar(' ' + (0 & (EXPR)));`},
	{text: `perror("" + (0 & (EXPR)));`},
	{text: `sysconf(EXPR);`},
	{text: `abs((EXPR) | 1);`},
	{text: `strlen("" + (0 & (EXPR)));`},
	{text: `memset(position_bytes, EXPR, 0);`},
	{text: `getenv("NONE" + (0 & (EXPR)));`},
	{text: `srand(EXPR);`},
	{text: `atoi("1" + (0 & (EXPR)));`},
	{text: `free((void *)(long)(0 & (EXPR)));`},
	{text: `free(malloc(1 + (0 & (EXPR))));`},
	{text: `fflush((0 & (EXPR)) ? stdin : stdout);`},
	{text: `strerror(EXPR);`, unlikeGCC: true},
	{text: `isatty(EXPR);`},
	{text: `__VERIFIER_assume(1 | (EXPR));`},
	{text: `write(1, "", 0 & (EXPR));`, does: true},
	{text: `close(EXPR);`, does: true},
	{text: `sleep(0 & (EXPR));`, does: true},
	{text: `dup2(1, EXPR);`, does: true},
	{text: `exit(0 & (EXPR));`, ends: true},
	{text: `_exit(0 & (EXPR));`, ends: true},
	{text: `quick_exit(0 & (EXPR));`, ends: true},
	{text: `(EXPR, abort)();`, ends: true, does: true},

	{text: `sizeof(EXPR);`, unread: true},
	{text: `(void)_Alignof(__typeof__(EXPR));`, unread: true},
	{text: `__typeof__(EXPR) own = 1;`, unread: true},
	{text: `_Generic(1, char: EXPR, default: 0);`, unread: true},
	{text: `_Generic(EXPR, int: 1, default: 0);`, unread: true},
	{text: `__builtin_constant_p(EXPR);`, unread: true},
	{text: `__builtin_object_size(position_bytes + (EXPR), 0);`, unread: true},
	{text: `__builtin_choose_expr(0, EXPR, 0);`, unread: true},
	{text: `__builtin_types_compatible_p(__typeof__(EXPR), int);`, unread: true},
	{text: `__builtin_classify_type(EXPR);`, unread: true},
	{text: `1 ? 0 : (EXPR);`, unread: true},
	{text: `0 && (EXPR);`, unread: true},
	{text: `1 || (EXPR);`, unread: true},
	{text: `if (0) EXPR;`, unread: true},
	{text: `goto label; EXPR; label: ;`, unread: true},
}

// with returns the statements with an expression.
func (p position) with(expr string) string { return strings.ReplaceAll(p.text, "EXPR", expr) }

// TestPositions tests that a division at each position is in the program, or is not where C does not evaluate it, in
// both data models and for all meanings of functions without a body.
func TestPositions(t *testing.T) {
	var b strings.Builder
	b.WriteString(positionDecls + "void __VERIFIER_assume(int);\n")
	first := strings.Count(b.String(), "\n") + 1
	for i, p := range positions {
		fmt.Fprintf(&b, "static void t%d(int k) { %s }\n", i, p.with("10 / k"))
	}
	b.WriteString("int main(int c, char **v) { switch (c) {\n")
	for i := range positions {
		fmt.Fprintf(&b, "case %d: t%d(c - 20); break;\n", i, i)
	}
	b.WriteString("} return 0; }\n")
	file := filepath.Join(t.TempDir(), "positions.c")
	if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, m := range []ir.DataModel{ir.LP64, ir.ILP32} {
		for _, mode := range []string{"input", "havoc", "unknown"} {
			prog, err := cfront.Load(cfront.Config{Model: m, Files: []string{file}, MissingBodies: mode})
			if err != nil {
				t.Fatal(err)
			}
			have := map[int]bool{}
			for _, f := range prog.Funcs {
				for _, e := range f.Edges {
					for _, x := range ir.StmtExprs(e.Stmt) {
						ir.Walk(x, func(x ir.Expr) bool {
							d, ok := x.(*ir.Binary)
							have[e.Pos.Line] = have[e.Pos.Line] || ok && d.Op == ir.Div
							return true
						})
					}
				}
			}
			for i, p := range positions {
				if have[first+i] == p.unread {
					t.Errorf("%v, %s: evaluated: %v in %s", m, mode, have[first+i], p.text)
				}
			}
		}
	}
}
