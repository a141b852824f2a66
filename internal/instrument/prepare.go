package instrument

import (
	"errors"
	"fmt"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Options selects the passes and their options.
type Options struct {
	Overflow string          // "wrap" or "": signed overflow wraps; "undefined": it ends the execution
	Stop     bool            // a shift by too large an amount ends the execution if it is not an obligation
	Report   map[string]bool // kinds of undefined behaviour that are obligations (Checks)
	Inline   bool            // inline calls within Limits
	Limits   Limits
	Results  bool // keep unused results of library models, since a harness returns them in the order of the calls
	Simplify bool // substitute temporaries, fold constants, contract skips
	// Dump, if not nil, is called after each pass.
	Dump func(pass string, p *ir.Program)
	// Check runs ir.Check after each pass, not only at the end.
	Check bool
}

// Default returns the options for verification.
func Default() Options { return Options{Overflow: "wrap", Inline: true, Simplify: true} }

// pass is one step of Prepare.
type pass struct {
	name string
	on   func(Options) bool // reports whether the pass runs; nil if it always runs
	run  func(*state)
}

// state is the state that the passes share.
type state struct {
	p       *ir.Program
	opts    Options
	inlined *Inlining // nil before inline
	// points-to analysis of the program before inline, perhaps made before parts were removed; may be nil
	points  *flow.Points
	settled settled
	// past has the calls without a model or body that may have returned (findPast), for the program before all passes.
	past map[*ir.Loc]uint64
}

// params returns the registers that inlining made for parameters, nil before inlining.
func (s *state) params() map[*ir.Var]bool {
	if s.inlined == nil {
		return nil
	}
	return s.inlined.Params
}

// clean removes unreachable code, and obligations of which only copies are left.
func (s *state) clean() {
	if s.inlined == nil {
		RemoveUnreachable(s.p, nil)
		return
	}
	RemoveUnreachable(s.p, func(o *ir.Obligation) bool { return s.inlined.Copied[o] })
}

// reference has the passes of Refer in order. The reasons for the order are:
//
//   - unreachable: no later pass needs to process dead code.
//   - guards: before all passes that drop or move expressions, and before inline,
//     so that each guard is made once and then copied.
//
// Both also mark obligations after calls without a model or body (past.go).
var reference = []pass{
	{"unreachable", nil, func(s *state) {
		s.past = findPast(s.p)
		s.clean()
	}},
	{"guards", nil, func(s *state) {
		Guards(s.p, Checks{StopAtOverflow: s.opts.Overflow == "undefined", StopAtShift: s.opts.Stop, Report: s.opts.Report})
		markPast(s.p, s.past)
	}},
}

// passes has the passes of Derive on a copy, in order. The reasons for the order are:
//
//   - prune, simplify: functions are small before they are copied.
//   - ends: inline counts edges, and can inline more functions if fewer objects end.
//   - number: inline counts edges and needs locations in order.
//   - simplify-2: removes the copies of arguments and results.
//   - prune-2: fewer registers are live now.
//   - simplify-3: removes the skips that pruning leaves.
//   - ends-2: after inlining, fewer addresses escape; constants does not move an address past an End.
//   - constants: after inlining, which makes sizes known, and pruning, which may leave only one of the assignments of
//     a register.
//   - number-2: removes parts that are not used any more.
var passes = []pass{
	{"prune", nil, (*state).prune},
	{"simplify", Options.simplify, (*state).simplify},
	{"ends", nil, (*state).ends},
	{"number", nil, (*state).clean},
	{"inline", Options.inline, (*state).inline},
	{"simplify-2", Options.simplify, (*state).simplify},
	{"prune-2", nil, (*state).prune},
	{"simplify-3", Options.simplify, (*state).simplify},
	{"ends-2", Options.simplify, (*state).ends},
	{"constants", Options.simplify, (*state).constants},
	{"number-2", nil, (*state).clean},
}

func (o Options) inline() bool   { return o.Inline }
func (o Options) simplify() bool { return o.Simplify }

// constants is the pass that replaces constants and then simplifies.
func (s *state) constants() {
	Constants(s.p)
	s.simplify()
}
func (s *state) ends()     { s.points = dropEnds(s.p) }
func (s *state) prune()    { PruneInputs(s.p, s.opts.Results) }
func (s *state) simplify() { simplify(s.p, s.params(), &s.settled) }

// inline is the pass that inlines calls and then removes the originals.
func (s *state) inline() {
	s.inlined = Inline(s.p, s.points, s.opts.Limits)
	s.points = nil
	s.clean()
}

// Prepare runs Refer and Derive: it makes p the reference program, in place, and returns the program derived from it.
func Prepare(p *ir.Program, opts Options) (*ir.Program, error) {
	if err := Refer(p, opts); err != nil {
		return nil, err
	}
	return Derive(p, opts)
}

// Refer makes p the reference program, in place: it removes dead code and adds guards. Conditions, paths and tests that
// Tandem writes refer to this program.
//
// An error reports a fault of the caller (an unknown mode) or of a pass (ir.Check rejects the result).
func Refer(p *ir.Program, opts Options) error {
	switch opts.Overflow {
	case "", "wrap", "undefined":
	default:
		return fmt.Errorf("instrument: unknown overflow mode %q", opts.Overflow)
	}
	if p.Entry == nil {
		return errors.New("instrument: the program has no entry function")
	}
	return opts.run(p, reference)
}

// Derive runs the other passes on a copy of the reference program and returns the copy, whose parts record their
// origins.
func Derive(ref *ir.Program, opts Options) (*ir.Program, error) {
	p := ir.Copy(ref)
	return p, opts.run(p, passes)
}

// run runs passes on p and checks the result.
func (o Options) run(p *ir.Program, passes []pass) error {
	s := &state{p: p, opts: o}
	for _, ps := range passes {
		if ps.on != nil && !ps.on(o) {
			continue
		}
		ps.run(s)
		if o.Dump != nil {
			o.Dump(ps.name, p)
		}
		if o.Check {
			if err := ir.Check(p); err != nil {
				return fmt.Errorf("after pass %s: %w", ps.name, err)
			}
		}
	}
	if err := ir.Check(p); err != nil {
		return fmt.Errorf("after the passes: %w", err)
	}
	return nil
}
