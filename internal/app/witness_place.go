package app

import (
	"context"
	"strings"

	"github.com/tandem-verifier/tandem/internal/coop"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// ofModel reports whether a position is in a model of the library.
func ofModel(p ir.Pos) bool { return strings.HasPrefix(p.File, "<") }

// mostPlaceFuel bounds, in fuel, the runs that are repeated to find a call.
const mostPlaceFuel = 1 << 23

// placed returns the violated obligation with a position in the user's program: if the error is in a model of the
// library, the position of the call that led there. If this call is not known, it returns the obligation of f
// unchanged.
func (s *Session) placed(f *coop.Finding) *ir.Obligation {
	o := f.Obligation
	if !ofModel(o.Pos) {
		return o
	}
	out := *o
	out.Func = "" // the function of the call is not known
	for i := len(o.Via) - 1; i >= 0; i-- {
		if !ofModel(o.Via[i]) {
			out.Pos = o.Via[i]
			return &out
		}
	}
	if f.Run == nil || f.Run.Fuel > mostPlaceFuel {
		return o
	}
	// Repeat the run to find the active calls at its end.
	m, err := exec.NewInterp(s.task.Program, exec.Config{})
	if err != nil {
		return o
	}
	defer m.Close()
	var calls []*ir.Edge
	m.Path(func(e *ir.Edge) {
		switch e.Stmt.(type) { // sound: the others are not calls
		case *ir.Call:
			calls = append(calls, e)
		case *ir.Return:
			if len(calls) > 0 {
				calls = calls[:len(calls)-1]
			}
		}
	})
	run, err := m.Run(context.Background(), exec.Chain(exec.FromRecords(s.task.Program, f.Run.Reads), exec.Zeros()))
	if err != nil || run.Outcome.Kind != exec.Violated || run.Outcome.Edge == nil {
		return o
	}
	for i, e := len(calls), run.Outcome.Edge; ; e = calls[i] {
		if pos := userCall(e); !ofModel(pos) {
			out.Pos = pos
			return &out
		}
		if i--; i < 0 {
			return o
		}
	}
}

// userCall returns the position of an edge. If the edge is in a model and was inlined, it returns the position of the
// innermost inlined call outside of models.
func userCall(e *ir.Edge) ir.Pos {
	pos := e.Pos
	for in := e.Inline; in != nil && ofModel(pos); in = in.Parent {
		pos = in.Call
	}
	return pos
}
