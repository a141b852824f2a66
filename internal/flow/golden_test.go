package flow

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/golden"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
)

// TestGoldens prints for the program in each testdata/*.txtar the results of the analyses named in its first line.
func TestGoldens(t *testing.T) {
	golden.Archives(t, "testdata/*.txtar", func(t *testing.T, line, src string) string {
		p := irtest.Program(t, src)
		var b strings.Builder
		for _, what := range strings.Fields(strings.TrimPrefix(line, "show:")) {
			describe(t, &b, p, what)
		}
		return b.String()
	})
}

// describe prints the results of an analysis.
func describe(t *testing.T, b *strings.Builder, p *ir.Program, what string) {
	t.Helper()
	switch what {
	case "points":
		describePoints(b, NewPoints(p))
	case "effects":
		a := NewPoints(p)
		for _, f := range p.Funcs {
			e := a.Of(f)
			fmt.Fprintf(b, "%s reads %s writes %s globals read %s written %s havoc %v\n", f.Name, e.Reads, e.Writes,
				varNames(e.GlobalReads), varNames(e.GlobalWrites), e.Havoc)
		}
	case "escape":
		a := NewPoints(p)
		for _, f := range p.Funcs {
			for _, o := range f.Objects {
				fmt.Fprintf(b, "%s.%s non-escaping: %v\n", f.Name, o.Name, a.NonEscaping(o))
				if !Held(p)[o] && !a.NonEscaping(o) {
					t.Errorf("%s is not held, but escapes", o.Name)
				}
			}
		}
	case "live":
		for _, f := range p.Funcs {
			live := NewLive(p, f, nil)
			for _, l := range f.Locs {
				var vs []*ir.Var
				live.locals(l, func(v *ir.Var) { vs = append(vs, v) })
				for _, v := range p.Globals {
					if live.At(l, v) {
						vs = append(vs, v)
					}
				}
				fmt.Fprintf(b, "%s live %s\n", l, varNames(vs))
			}
		}
	case "inputs":
		for _, s := range EntryInputs(p) {
			fmt.Fprintf(b, "entry input %s\n", s.Key)
		}
	case "control", "loops":
		x := NewEnds(NewCalls(p), what == "loops", func(o *ir.Obligation) bool { return o.Kind == "proved" }, nil)
		for _, f := range p.Funcs {
			c := NewControl(x, f)
			fmt.Fprintf(b, "%s stops %v\n", f.Name, x.stops(f))
			for _, l := range f.Locs {
				post := "end"
				if q := c.Post[l.ID]; q != nil {
					post = fmt.Sprintf("L%d", q.ID)
				}
				fmt.Fprintf(b, "%s control %s", l, edgeIDs(c.On[l.ID]))
				for _, h := range c.Via[l.ID] {
					fmt.Fprintf(b, " via L%d", h.ID)
				}
				fmt.Fprintf(b, " post %s\n", post)
			}
		}
	case "calls":
		c := NewCalls(p)
		for _, f := range c.BottomUp() {
			var names []string
			for _, g := range c.Callees(f) {
				names = append(names, g.Name)
			}
			fmt.Fprintf(b, "%s calls %v recursive %v called by %d edges\n", f.Name, names, c.Recursive(f), len(c.Sites(f)))
		}
	default:
		t.Fatalf("unknown analysis %q", what)
	}
}

// describePoints prints the points-to sets of registers and objects.
func describePoints(b *strings.Builder, a *Points) {
	for _, v := range a.Prog.Globals {
		if pl := a.Reg(v); len(pl) > 0 {
			fmt.Fprintf(b, "@%s -> %v\n", v.Name, pl)
		}
	}
	for _, f := range a.Prog.Funcs {
		for _, v := range f.Vars {
			if pl := a.Reg(v); len(pl) > 0 {
				fmt.Fprintf(b, "%s.%s -> %v\n", f.Name, v.Name, pl)
			}
		}
	}
	for _, t := range a.Targets {
		if pl := a.Content(t); len(pl) > 0 {
			fmt.Fprintf(b, "in %s: %v\n", t, pl)
		}
	}
	fmt.Fprintf(b, "exposed %s\n", a.Exposed())
	for _, f := range a.Prog.Funcs {
		for _, e := range f.Edges {
			if r, w := a.Reads(e), a.Writes(e); len(r)+len(w) > 0 {
				fmt.Fprintf(b, "%s: %s reads %s writes %s\n", f.Name, ir.StmtString(e.Stmt), r, w)
			}
		}
	}
}

// varNames returns the names of registers as a set.
func varNames(vs []*ir.Var) string {
	names := make([]string, len(vs))
	for i, v := range vs {
		names[i] = v.Name
	}
	return "{" + strings.Join(names, ", ") + "}"
}

// edgeIDs returns the IDs of edges.
func edgeIDs(es []*ir.Edge) string {
	ids := make([]int, len(es))
	for i, e := range es {
		ids[i] = e.ID
	}
	return fmt.Sprint(ids)
}
