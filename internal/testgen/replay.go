package testgen

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Inputs returns the values of a test as inputs of a run. Inputs that the test does not fix are zero.
func Inputs(p *ir.Program, t *verify.Test) exec.Inputs {
	return exec.Chain(exec.FromRecords(p, t.Records), exec.Zeros())
}

// Run runs a test.
func Run(ctx context.Context, p *ir.Program, m exec.Machine, t *verify.Test) (*exec.Run, error) {
	return m.Run(ctx, Inputs(p, t))
}

// FromRun returns the test that repeats a run: exactly the inputs that the run read.
func FromRun(r *exec.Run, note string) *verify.Test {
	return &verify.Test{Records: append([]ir.Record(nil), r.Reads...), Note: note}
}

// Ending returns the outcome of a run as a verify.Ending.
func Ending(k exec.Kind) verify.Ending {
	switch k {
	case exec.Finished:
		return verify.EndFinished
	case exec.Blocked:
		return verify.EndBlocked
	case exec.Violated:
		return verify.EndViolated
	case exec.Undefined:
		return verify.EndUndefined
	}
	return verify.EndResource
}

// Shows returns the reason why a run does not show that the obligation is violated, or "" if it does. Undefined
// behaviour before the error invalidates the run: an invalid access, at which the run ends, or a shift by too much,
// whose result may be any value in a proof.
//
// A run that depends on addresses shows nothing here; Layouts tries further layouts.
//
// Shows notes undefined behaviour that ended the run in the task's Faults.
func Shows(t *verify.Task, r *exec.Run, o *ir.Obligation) string {
	why := shows(t, r, o)
	if why == "" && r.Addr && !o.Unmodelled() {
		return onAddresses
	}
	return why
}

// shows is Shows for the layout of the run only.
func shows(t *verify.Task, r *exec.Run, o *ir.Obligation) string {
	switch out := r.Outcome; out.Kind {
	case exec.Violated:
		if out.Obligation != o {
			return "another obligation is violated first, at " + out.Pos.String()
		}
		if o.Unmodelled() { // reaching the call shows that there is no proof
			return ""
		}
	case exec.Undefined:
		why := before(out.What, out.Pos)
		t.Faults.MeetBefore(out.Pos, why)
		return why
	case exec.Cancelled:
		return "no time to replay the test"
	default:
		return "the test does not reach the obligation again"
	}
	ended := false // a read has met the end of a file
	for _, rec := range r.Reads {
		s := t.Program.Sites[rec.Site]
		if s.Kind == ir.Library && characters[s.Name] {
			end := rec.Bits == num.Mask(rec.Type.Bits)
			if ended && !end {
				return "a character is read past the end of a file"
			}
			ended = end
		}
		if s.Kind == ir.Shift {
			return before("shift by too much", s.Pos)
		}
	}
	switch {
	case r.Approx:
		return "the test depends on something that is not modelled"
	case r.Wild:
		return "the test stores a pointer outside its object"
	case (o.Kind == ir.ValidDeref || o.Kind == ir.ValidFree) && throughNumber(t.Program, r):
		return "a pointer in the memory that an input leads to is a number there"
	}
	return textFault(t.Program, r.Reads, r.Fuel)
}

// throughNumber reports whether the invalid access may use a pointer that the caller of the program has left in memory,
// for example in a node to which a parameter points. In an execution such a pointer is null or valid, but a run may
// have any number there. Only the interpreter records through which pointer the access was.
func throughNumber(p *ir.Program, r *exec.Run) bool {
	if f := r.Fault; f != nil && (f.Null || f.Inside) {
		return false
	}
	return slices.ContainsFunc(r.Reads, func(rec ir.Record) bool {
		s := p.Sites[rec.Site]
		switch s.Kind {
		case ir.Param, ir.Nondet, ir.NoBody, ir.Library, ir.Choice:
			// Choice: a pointer read from such memory, with an object of its own
		default: // sound: memory of the program, which has no pointers from outside
			return false
		}
		if rec.Bits == 0 || rec.At.Kind != ir.Number || rec.Type.Bits != uint8(p.Model) || !exec.IsBytes(s, rec.Off) {
			return false
		}
		return len(s.Parts) == 0 || slices.ContainsFunc(ir.Fits(s.Parts, "ptr"), func(at ir.Part) bool {
			return rec.Off == at.Off || at.Stride > 0 && rec.Off >= at.Off && (rec.Off-at.Off)%at.Stride == 0
		})
	})
}

// characters are functions that, once they have returned EOF, return EOF at each later call.
var characters = map[string]bool{"getchar": true, "getc": true, "fgetc": true, "getchar_unlocked": true,
	"_IO_getc": true}

// before returns the reason for undefined behaviour before an error.
func before(what string, pos ir.Pos) string {
	return fmt.Sprintf("undefined behaviour (%s) at %s:%d before it", what, pos.File, pos.Line)
}

// Covers returns the reason why a run does not cover its inputs in an exhaustive test (docs/architecture.md), or "" if
// it does. Package check implements these rules independently.
func Covers(r *exec.Run) string {
	switch r.Outcome.Kind {
	case exec.Finished, exec.Blocked:
	case exec.OutOfFuel, exec.OutOfStack, exec.OutOfMemory:
		return "a run exhausted " + resource[r.Outcome.Kind]
	case exec.Undefined:
		return fmt.Sprintf("undefined behaviour (%s) at %s", r.Outcome.What, r.Outcome.Pos)
	case exec.Unsupported:
		return fmt.Sprintf("%s at %s cannot be run", r.Outcome.What, r.Outcome.Pos)
	default:
		return "a run did not end"
	}
	switch {
	case r.Approx:
		return "a run read something that is not modelled"
	case r.Wild:
		return "a run stored a pointer outside its object"
	case r.Addr:
		return "a run saw an address"
	}
	return ""
}

// resource names the resource that a run exhausted.
var resource = map[exec.Kind]string{exec.OutOfFuel: "its fuel", exec.OutOfStack: "the stack",
	exec.OutOfMemory: "the memory"}

// Unmodelled returns the reason for the verdict unknown if it is caused by a call without model or body, or by an
// unsupported expression of the command line.
func Unmodelled(p *ir.Program, o *ir.Obligation) string {
	name, why, _ := strings.Cut(o.Text, ": ")
	if strings.HasPrefix(name, "--") { // an expression of the command line
		return o.Text
	}
	if o.Kind == ir.NoModel {
		s := fmt.Sprintf("no model of %s, line %d", name, o.Pos.Line)
		if strings.HasPrefix(o.Pos.File, "<") { // in a model: the line is not the program's
			s = fmt.Sprintf("no model of %s, %s", name, o.Pos)
		}
		if why != "" {
			s += ": " + why
		}
		return s
	}
	s := fmt.Sprintf("no body for %s, line %d", name, o.Pos.Line)
	for _, m := range p.Missing {
		if m.Name == name && len(m.Near) > 0 {
			s += "; did you mean " + m.Near[0] + "?"
		}
	}
	return s
}
