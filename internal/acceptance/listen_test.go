package acceptance

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/app"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

const (
	masked = `extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
int main(void) { unsigned t = __VERIFIER_nondet_uint(), s = t ^ 0x5a5a, x;
while (__VERIFIER_nondet_uint()) { x = __VERIFIER_nondet_uint(); t = t ^ x; s = s ^ x; }
if (t == 7 && s != 0x5a5d) reach_error(); return 0; }
`
	cubic = `extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) { int a = 0, b = 0, c = 0, p = 0;
while (__VERIFIER_nondet_int() && a < 900 && b < 900 && c < 900) {
if (__VERIFIER_nondet_int()) { a = a + 1; p = p + b * c; }
else if (__VERIFIER_nondet_int()) { b = b + 1; p = p + a * c; } else { c = c + 1; p = p + a * b; } }
if (a == 11 && b == 13 && c == 17 && p != 2431) reach_error(); return 0; }
`
)

// TestListens tests that engines read facts while a turn goes on: facts that are published one second after a turn has
// begun are read before it ends.
func TestListens(t *testing.T) {
	engines := app.Engines()
	for _, c := range []struct{ engine, text, kinds string }{
		{"kind", masked, "invariant"},
		{"traceabs", masked, "invariant predicate"},
		{"synergy", cubic, "invariant predicate test"},
		{"guess", cubic, "invariant"},
		{"random", masked, "test"},
		{"concolic", masked, "test"},
	} {
		t.Run(c.engine, func(t *testing.T) {
			t.Parallel()
			task := enginetest.C{File: "listen.c", Text: c.text}.Task(t)
			board := verify.NewBoard()
			own := board.As(c.engine)
			e := engines[slices.IndexFunc(engines, func(e verify.Engine) bool { return e.Name == c.engine })]
			w := e.Open(task, own)
			defer w.Close()
			ctx, cancel := context.WithTimeout(t.Context(), 4*time.Second)
			defer cancel()
			time.AfterFunc(time.Second, func() {
				head := loopHead(task.Program)
				x := ir.NewRef(task.Program.Entry.Vars[0])
				fact := &ir.Binary{Op: ir.Eq, X: x, Y: x}
				board.Claim(task, "test", &verify.Invariants{Inductive: verify.Inductive{
					Invariants: []verify.Invariant{{Loc: head, Expr: fact}}}})
				board.Claim(task, "test", &verify.Predicates{Precision: verify.Precision{
					Scoped: verify.Scoped{Loc: map[*ir.Loc][]ir.Expr{head: {fact}}}}})
				board.Claim(task, "test", &verify.TestFact{Test: &verify.Test{Records: inputs(task.Program)},
					Ending: verify.EndFinished})
			})
			r := w.Work(ctx, verify.Budget{Time: 4 * time.Second})
			read := map[string]bool{}
			for _, x := range board.Exchanged() {
				if x.To == c.engine && x.Taken > 0 {
					read[string(x.Kind)] = true
				}
			}
			for _, kind := range strings.Fields(c.kinds) {
				if !read[kind] {
					t.Errorf("the turn has not read the %s; it ended with %#v", kind, r)
				}
			}
		})
	}
}

// inputs returns the records of a run that reads zero at the first input of a program.
func inputs(p *ir.Program) []ir.Record {
	return []ir.Record{{Key: ir.Key{Site: p.Sites[0].ID}, Type: p.Sites[0].Type}}
}

// loopHead returns the only loop head of the entry function.
func loopHead(p *ir.Program) (head *ir.Loc) {
	for _, l := range p.Entry.Locs {
		if l.Loop != nil {
			head = l
		}
	}
	return head
}
