package testgen

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Layouts checks runs that depend on the addresses of objects: such a run shows a violation if it violates the
// obligation under each of exec.Schemes. The same test is run under each scheme. If numbers in the test are addresses
// (pointers in memory that is an input), they are replaced by the addresses of the same objects under the scheme.
//
// A Layouts must not be used by several goroutines at once. m is nil until the first run.
type Layouts struct {
	task  *verify.Task
	m     *exec.Interp
	tries int // runs checked so far
}

// Limits of Layouts. Most runs of random tests that depend on addresses show no violation under other schemes.
const (
	layoutTries = 64
	layoutFuel  = 1 << 20 // fuel of a run
	maxRenamed  = 3       // numbers for which it is tried whether they are addresses
)

// onAddresses is the reason why a run that depends on addresses shows nothing.
const onAddresses = "the test depends on the addresses of objects"

// NewLayouts returns a Layouts for the violations of a task.
func NewLayouts(t *verify.Task) *Layouts { return &Layouts{task: t} }

// Shows is like the function Shows, but also accepts runs that depend on addresses.
func (l *Layouts) Shows(r *exec.Run, o *ir.Obligation) string {
	why := Shows(l.task, r, o)
	if why != onAddresses {
		return why
	}
	_, why = l.Everywhere(r, o)
	return why
}

// Everywhere returns a test that shows the violation of a run that depends on addresses under every layout, or nil and
// the reason why not. The test has all inputs that are read under any layout, and symbolic addresses instead of numbers
// that are addresses.
func (l *Layouts) Everywhere(r *exec.Run, o *ir.Obligation) (*verify.Test, string) {
	if why := shows(l.task, r, o); why != "" {
		return nil, why
	}
	if l.tries++; l.tries > layoutTries || r.Fuel > layoutFuel {
		return nil, onAddresses
	}
	if l.m == nil {
		m, err := exec.NewInterp(l.task.Program, exec.Config{Fuel: 2 * layoutFuel, Points: l.task.Points()})
		if err != nil {
			return nil, onAddresses
		}
		l.m = m
	}
	test := FromRun(r, "")
	usual := l.run(exec.Scheme{}, test)
	if usual == nil || shows(l.task, usual, o) != "" {
		return nil, onAddresses
	}
	test = FromRun(usual, "")
	numbers := l.numbers(usual)
	for set := range 1 << len(numbers) { // the set of numbers that are addresses
		if got := l.all(named(test, numbers, set), o); got != nil {
			return got, ""
		}
	}
	if n := len(numbers); n == maxRenamed {
		all := l.addresses(usual)
		if got := l.all(named(test, all, 1<<len(all)-1), o); got != nil {
			return got, ""
		}
	}
	return nil, onAddresses
}

// run runs a test under a scheme; nil if it cannot.
func (l *Layouts) run(s exec.Scheme, t *verify.Test) *exec.Run {
	if l.m.Arrange(s) != nil {
		return nil
	}
	r, err := Run(context.Background(), l.task.Program, l.m, t)
	if err != nil {
		return nil
	}
	return r
}

// all runs a test under all schemes. It returns the test with all inputs that were read, or nil if a run does not show
// the violation.
func (l *Layouts) all(t *verify.Test, o *ir.Obligation) *verify.Test {
	t = &verify.Test{Records: append([]ir.Record(nil), t.Records...)}
	has := map[ir.Key]bool{}
	for _, r := range t.Records {
		has[r.Key] = true
	}
	for _, s := range exec.Schemes() {
		r := l.run(s, t)
		if r == nil || r.Guess || shows(l.task, r, o) != "" {
			return nil
		}
		for _, rec := range r.Reads {
			if !has[rec.Key] {
				has[rec.Key] = true
				t.Records = append(t.Records, rec)
			}
		}
	}
	return t
}

// naming has the index of a record whose number is an address, and the object that has this address.
type naming struct {
	record int
	at     ir.Place
}

// addresses returns the numbers that a run read and that are addresses of its objects, up to 30.
func (l *Layouts) addresses(r *exec.Run) (out []naming) {
	for i, rec := range r.Reads {
		s := l.task.Program.Sites[rec.Site]
		if rec.At.Kind != ir.Number || rec.Type.Kind != ir.Int || rec.Type.Bits != uint8(l.task.Program.Model) ||
			s.Kind == ir.Choice {
			continue
		}
		if at := l.m.Name(rec.Bits); at.Kind != ir.Number {
			out = append(out, naming{i, at})
		}
	}
	return out[:min(len(out), 30)]
}

// numbers returns the first maxRenamed of the addresses that a run read as numbers.
func (l *Layouts) numbers(r *exec.Run) []naming {
	all := l.addresses(r)
	return all[:min(len(all), maxRenamed)]
}

// named returns the test with symbolic addresses in place of some numbers. set has the indices of these numbers in ns,
// as bits.
func named(t *verify.Test, ns []naming, set int) *verify.Test {
	out := &verify.Test{Records: append([]ir.Record(nil), t.Records...)}
	for i, n := range ns {
		if set>>i&1 != 0 {
			out.Records[n.record].At = n.at
		}
	}
	return out
}
