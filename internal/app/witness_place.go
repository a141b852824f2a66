package app

import (
	"context"
	"strings"

	"github.com/tandem-verifier/tandem/internal/coop"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// ofModel reports whether a place is in the library, as Tandem has it.
func ofModel(p ir.Pos) bool { return strings.HasPrefix(p.File, "<") }

// mostPlaceFuel bounds the runs that are repeated to find a call.
const mostPlaceFuel = 1 << 23

// placed is the violated obligation as users find it: an error in a model of the library stands at the program's call
// that led there. It stays where it is if that call is not known.
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
	// The calls under way where the run ends.
	m, err := exec.NewInterp(s.task.Program, exec.Config{})
	if err != nil {
		return o
	}
	defer m.Close()
	var calls []*ir.Edge
	m.Path(func(e *ir.Edge) {
		switch e.Stmt.(type) { // sound: the others are no calls
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

// userCall is the place of an edge, or of the innermost of the calls that inlining brought it through that is none of a
// model's.
func userCall(e *ir.Edge) ir.Pos {
	pos := e.Pos
	for in := e.Inline; in != nil && ofModel(pos); in = in.Parent {
		pos = in.Call
	}
	return pos
}
