package synergy

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file dumps iterations: the ordered abstract trace in the notation of the paper, the frontier, the step that was
// done, and the regions.

// region returns the text of r: its location, and its conditions if the location has several regions. A nil region
// means the start.
func (a *analysis) region(r *Region) string {
	if r == nil {
		return "start"
	}
	at := fmt.Sprintf("L%d", a.program.Loc[r.At].ID)
	if r.Lit == nil {
		return at
	}
	return "<" + at + ", " + ir.ExprString(r.Expr()) + ">"
}

// maxTrace bounds the regions of a trace in a dump.
const maxTrace = 1 << 14

// trace returns the text of the ordered abstract trace of the frontier e, and the index in the trace of the region
// after the frontier. The trace has the regions through which the run of the oldest state in front of e came, then a
// shortest abstract path to the error. Repetitions are written once.
func (a *analysis) trace(ctx context.Context, e *Edge) string {
	var names []string
	k := 0
	if e.From != nil {
		a.w.tests.forest.Before(ctx, a.front.states[e.From.ID][0], func(l *ir.Loc, holds func(ir.Expr) (yes, ok bool)) {
			at, in := a.program.State[l]
			if !in {
				return
			}
			if k++; len(names) < maxTrace {
				name := "?"
				if r := a.abs.Roots[at].Find(holds); r != nil {
					name = a.region(r)
				}
				names = append(names, name)
			}
		})
	}
	for r := e.To; r != nil; {
		names = append(names, a.region(r))
		next := (*Region)(nil)
		for _, f := range a.abs.Out(r) {
			if d := a.abs.Distance(f.To); !f.Gone && d != Far && d < a.abs.Distance(r) {
				next = f.To
				break
			}
		}
		r = next
	}
	return fmt.Sprintf("<<%s>>, %d", rounds(names), k)
}

// rounds writes a sequence with its repetitions as powers.
func rounds(names []string) string {
	const longest = 64
	var out []string
	for i := 0; i < len(names); {
		period, times := 1, 1
		for p := 1; p <= longest && i+2*p <= len(names); p++ {
			n := 1
			for i+(n+1)*p <= len(names) && slices.Equal(names[i:i+p], names[i+n*p:i+(n+1)*p]) {
				n++
			}
			if n > 1 && n*p > period*times {
				period, times = p, n
			}
		}
		text := strings.Join(names[i:i+period], ", ")
		if times > 1 {
			text = fmt.Sprintf("(%s)^%d", text, times)
		}
		out = append(out, text)
		i += period * times
	}
	return strings.Join(out, ", ")
}

// drawn reports whether iterations are dumped.
func (w *worker) drawn() bool { return w.task.Log != nil && w.task.Log.DumpDir != "" }

// dump writes an iteration at the frontier e; trace is the text of the trace before the iteration, and done describes
// its step.
func (a *analysis) dump(e *Edge, trace, done string) {
	log := a.w.task.Log
	a.w.logged.steps++
	var b strings.Builder
	fmt.Fprintf(&b, "iteration %d: %s\ntrace     %s\n", a.w.logged.steps, done, trace)
	fmt.Fprintf(&b, "frontier  %s -> %s\n", a.region(e.From), a.region(e.To))
	if e.From != nil {
		fmt.Fprintf(&b, "letter    %s\n", a.program.Alphabet.Letter(e.Letter))
	}
	fmt.Fprintf(&b, "tests     %d\nregions\n", len(a.w.tests.forest.Tests))
	for _, root := range a.abs.Roots {
		leaves := root.Leaves(nil)
		slices.SortFunc(leaves, func(r, s *Region) int { return r.ID - s.ID })
		for _, r := range leaves {
			dist := "-"
			if d := a.abs.Distance(r); d != Far {
				dist = fmt.Sprint(d)
			}
			fmt.Fprintf(&b, "  %s  distance %s, states %d\n", a.region(r), dist, len(a.front.states[r.ID]))
		}
	}
	if _, err := log.Dump(fmt.Sprintf("%s-%04d.txt", Name, a.w.logged.steps), []byte(b.String())); err != nil {
		log.Warn("nothing was dumped", "error", err)
	}
}
