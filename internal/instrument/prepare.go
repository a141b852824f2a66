package instrument

import (
	"errors"
	"fmt"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Options says which passes run and how.
type Options struct {
	Overflow string          // "wrap" (also ""): signed overflow wraps; "undefined": it ends the execution
	Stop     bool            // a shift by too much that is no obligation ends the execution
	Report   map[string]bool // kinds of undefined behaviour that are obligations (Checks)
	Inline   bool            // inline calls within Limits
	Limits   Limits
	Results  bool // unused results of library models stay: a harness gives them in the order of the calls
	Simplify bool // substitute temporaries, fold constants, contract skips
	// Dump, if not nil, is called after each pass.
	Dump func(pass string, p *ir.Program)
	// Check runs ir.Check after each pass, not only at the end.
	Check bool
}

// Default returns what verification uses.
func Default() Options { return Options{Overflow: "wrap", Inline: true, Simplify: true} }

// pass is one step of Prepare.
type pass struct {
	name string
	on   func(Options) bool // nil: always
	run  func(*state)
}

// state is what the passes share.
type state struct {
	p       *ir.Program
	opts    Options
	inlined *Inlining    // nil before inline
	points  *flow.Points // of the program before inline, whatever has been removed since; nil: not asked for
	settled settled
	// which calls without a model or body may have returned (past.go), in the program before all passes
	past map[*ir.Loc]uint64
}

// params returns the registers that inlining made for parameters.
func (s *state) params() map[*ir.Var]bool {
	if s.inlined == nil {
		return nil
	}
	return s.inlined.Params
}

// clean removes what is unreachable, and obligations that live on in copies.
func (s *state) clean() {
	if s.inlined == nil {
		RemoveUnreachable(s.p, nil)
		return
	}
	RemoveUnreachable(s.p, func(o *ir.Obligation) bool { return s.inlined.Copied[o] })
}

// reference is the order of Refer.
//
//   - unreachable: nothing later works on dead code.
//   - guards: before all that drops or moves expressions, and before inline, so
//     that each guard is made once and copied.
//
// Both mark what lies after calls without a model or body (past.go).
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

// passes is the order of Derive, on a copy.
//
//   - prune, simplify: functions are small before they are copied.
//   - ends: inline counts edges, and forgets less where nothing ends.
//   - number: inline counts edges and needs locations in order.
//   - simplify-2: removes the copies of arguments and results.
//   - prune-2: fewer registers are live now.
//   - simplify-3: removes the skips that pruning leaves.
//   - ends-2: what was inlined remembers less; an address moves past no End.
//   - constants: after inlining, which makes sizes known, and pruning, which leaves one
//     assignment of many; simplifies what becomes constant.
//   - number-2: what is not used any more goes.
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

func (s *state) constants() {
	Constants(s.p)
	s.simplify()
}
func (s *state) ends()     { s.points = DropEnds(s.p) }
func (s *state) prune()    { PruneInputs(s.p, s.opts.Results) }
func (s *state) simplify() { simplify(s.p, s.params(), &s.settled) }

func (s *state) inline() {
	s.inlined = Inline(s.p, s.points, s.opts.Limits)
	s.points = nil
	s.clean()
}

// Prepare is Refer, then Derive: p becomes the reference program, in place, of which the program that it returns is
// derived.
func Prepare(p *ir.Program, opts Options) (*ir.Program, error) {
	if err := Refer(p, opts); err != nil {
		return nil, err
	}
	return Derive(p, opts)
}

// Refer makes p the reference program, in place: dead code goes, guards come. Conditions, paths and tests that leave
// Tandem speak of it.
//
// An error is a fault of the caller (unknown mode) or of a pass: the result did not pass ir.Check.
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

// Derive runs the other passes on a copy of the reference program; its parts say what they come from.
func Derive(ref *ir.Program, opts Options) (*ir.Program, error) {
	p := ir.Copy(ref)
	return p, opts.run(p, passes)
}

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
