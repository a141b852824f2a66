package testgen

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Layouts decides what a run shows that looks at the addresses of objects: a violation, if it violates
// the obligation under every one of exec.Schemes. The same test is run under each; where
// numbers that it gives are addresses (pointers in memory that is an input), they are taken as
// these addresses, wherever the objects lie.
//
// A Layouts serves one goroutine. The zero value of m is made at the first run that asks.
type Layouts struct {
	task  *verify.Task
	m     *exec.Interp
	tries int
}

// Limits of Layouts: most of what random tests find is no violation elsewhere.
const (
	layoutTries = 64
	layoutFuel  = 1 << 20 // of a run
	maxRenamed  = 3       // numbers of which each may or may not be an address
)

const onAddresses = "the test depends on the addresses of objects"

// NewLayouts is for the violations of a task.
func NewLayouts(t *verify.Task) *Layouts { return &Layouts{task: t} }

// Shows is the function Shows, but for runs that look at addresses.
func (l *Layouts) Shows(r *exec.Run, o *ir.Obligation) string {
	why := Shows(l.task, r, o)
	if why != onAddresses {
		return why
	}
	_, why = l.Everywhere(r, o)
	return why
}

// Everywhere is the test of a run that looks at addresses, if it shows the violation under every layout: what is read
// under any of them, with addresses for numbers that are some. Otherwise it says why not.
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
	for set := range 1 << len(numbers) { // which of them are addresses
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

// all runs a test under all schemes; nil if one shows nothing.
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

// naming says that a record is the address of something.
type naming struct {
	record int
	at     ir.Place
}

// addresses lists the numbers that a run read and that are addresses of its objects.
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

func (l *Layouts) numbers(r *exec.Run) []naming {
	all := l.addresses(r)
	return all[:min(len(all), maxRenamed)]
}

// named is the test with the chosen ones of its numbers as addresses.
func named(t *verify.Test, ns []naming, set int) *verify.Test {
	out := &verify.Test{Records: append([]ir.Record(nil), t.Records...)}
	for i, n := range ns {
		if set>>i&1 != 0 {
			out.Records[n.record].At = n.at
		}
	}
	return out
}
