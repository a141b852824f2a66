package absint_test

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/domain/interval"
	"github.com/tandem-verifier/tandem/internal/golden"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
)

// TestGolden compares the invariants of programs in ir text with golden files. The name of a program's file may set
// Config.Parts and Config.Control, as x-8-flags.ir or x-8-all.ir.
func TestGolden(t *testing.T) {
	golden.Each(t, "testdata/*.ir", func(t *testing.T, file string) {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var cfg absint.Config
		if f := strings.Split(strings.TrimSuffix(file, ".ir"), "-"); len(f) == 3 {
			cfg.Parts, _ = strconv.Atoi(f[1])
			cfg.Control = map[string]absint.Control{"flags": absint.Flags, "all": absint.All}[f[2]]
		}
		p := irtest.Program(t, string(src))
		prep := absint.Prepare(p)
		got := report(t, intervals.Forward(context.Background(), prep, cfg))
		if again := report(t, intervals.Forward(context.Background(), prep, cfg)); again != got {
			t.Errorf("a second run differs:\n%s", again)
		}
		golden.Compare(t, strings.TrimSuffix(file, ".ir")+".golden", got)
	})
}

var intervals = absint.In("", interval.New(8), false)

// report returns the invariants, the reached errors and the invalid accesses of a result as text.
func report(t *testing.T, r *absint.Result) string {
	var b strings.Builder
	all, ok := r.Invariants()
	if r.Stop != absint.Done || !ok {
		t.Fatalf("stopped: %s", r.Stop)
	}
	for _, i := range all {
		fmt.Fprintf(&b, "%s L%d: %s\n", i.Loc.Func.Name, i.Loc.ID, ir.ExprString(i.Expr))
	}
	for l := range r.Reached {
		fmt.Fprintf(&b, "%s L%d: error reached\n", l.Func.Name, l.ID)
	}
	for _, e := range r.Accesses {
		fmt.Fprintf(&b, "%s L%d -> L%d: access may be invalid\n", e.From.Func.Name, e.From.ID, e.To.ID)
	}
	return b.String()
}

// TestBudget checks that an analysis without time or work reports this as its Stop and has no results.
func TestBudget(t *testing.T) {
	src, err := os.ReadFile("testdata/count.ir")
	if err != nil {
		t.Fatal(err)
	}
	p := irtest.Program(t, string(src))
	r := intervals.Forward(context.Background(), absint.Prepare(p), absint.Config{Work: 3})
	if r.Stop != absint.WorkSpent || len(r.Reached) > 0 {
		t.Errorf("%+v", r)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	src, err = os.ReadFile("testdata/long.ir")
	if err != nil {
		t.Fatal(err)
	}
	p = irtest.Program(t, string(src))
	r = intervals.Forward(ctx, absint.Prepare(p), absint.Config{Parts: 100000, Control: absint.All})
	if r.Stop != absint.Cancelled || len(r.Reached) > 0 {
		t.Errorf("%+v", r)
	}
}
