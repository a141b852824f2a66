package instrument

import (
	"fmt"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Options says which passes run and how.
type Options struct {
	Overflow      string // "wrap" (also ""): signed overflow wraps; "undefined": it ends the execution
	CheckOverflow bool   // property no-overflow: it is an obligation
	Inline        bool   // inline calls within Limits
	Limits        Limits
	Simplify      bool // substitute temporaries, fold constants, contract skips
	// Dump, if not nil, is called after each pass.
	Dump func(pass string, p *ir.Program)
	// Check runs ir.Check after each pass, not only at the end.
	Check bool
}

// Default is what verification uses.
func Default() Options { return Options{Overflow: "wrap", Inline: true, Simplify: true} }

// pass is one step of Prepare.
type pass struct {
	name string
	on   func(Options) bool // nil: always
	run  func(*state)
}

// state is what the passes share.
type state struct {
	p    *ir.Program
	opts Options
}

// passes is the order of Prepare.
//
//   - unreachable: nothing later works on dead code; numbers everything.
//   - guards: before inline, so that each guard is made once and copied.
//   - last: numbers everything.
var passes = []pass{
	{"unreachable", nil, func(s *state) { RemoveUnreachable(s.p, nil) }},
	{"guards", nil, func(s *state) {
		Guards(s.p, Checks{StopAtOverflow: s.opts.Overflow == "undefined", ReportOverflow: s.opts.CheckOverflow})
	}},
	{"last", nil, func(s *state) { RemoveUnreachable(s.p, nil) }},
}

// Prepare runs the passes on p, in place. An error is a fault of the caller
// (unknown mode) or of a pass: the result did not pass ir.Check.
func Prepare(p *ir.Program, opts Options) error {
	switch opts.Overflow {
	case "", "wrap", "undefined":
	default:
		return fmt.Errorf("instrument: unknown overflow mode %q", opts.Overflow)
	}
	s := &state{p: p, opts: opts}
	for _, ps := range passes {
		if ps.on != nil && !ps.on(opts) {
			continue
		}
		ps.run(s)
		if opts.Dump != nil {
			opts.Dump(ps.name, p)
		}
		if opts.Check {
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

// Limits bounds the growth by inlining.
type Limits struct {
	Program int // edges of the whole program; 0: max(2 x before, 3000)
	Func    int // edges of one function; 0: 3000
}
