package testgen

import (
	"context"
	"strings"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Limits of ShowsRead.
const (
	readersWalk  = 1 << 24 // the maximum fuel of a run whose inputs are translated by a walk
	readersSlack = 1 << 20 // fuel for the code of the readers, in addition to eight times the fuel of the run
)

// ShowsRead checks a run of a task's program that violates an obligation in the program that also has calls which only
// read the arguments of library functions (verify.Task.Readers). It returns "" if the run shows the violation there,
// too, and otherwise the reason why not. An invalid read in such a call ends the run, and is noted in the task's
// Faults.
func ShowsRead(ctx context.Context, t *verify.Task, r *exec.Run, o *ir.Obligation) string {
	if t.Readers == nil || o.Unmodelled() {
		return ""
	}
	defer t.Log.Timer("readers")()
	reads, err := readersInputs(ctx, t, r)
	if err != nil {
		return "what functions of the library read cannot be replayed: " + verify.Said(err)
	}
	cfg := exec.Config{Fuel: 8*r.Fuel + readersSlack}
	var m exec.Machine
	at := func(pos ir.Pos) ir.Pos { return pos } // the position in the user's text, if known
	if r.Fuel < readersSlack {
		var i *exec.Interp
		if i, err = exec.NewInterp(t.Readers, cfg); err == nil {
			var last ir.Pos
			i.Path(func(e *ir.Edge) {
				if !strings.HasPrefix(e.Pos.File, "<") {
					last = e.Pos
				}
			})
			m, at = i, func(ir.Pos) ir.Pos { return last }
		}
	} else {
		m, err = exec.CompileJIT(t.Readers, cfg, exec.JITOptions{})
	}
	if err != nil {
		return "what functions of the library read cannot be replayed: " + verify.Said(err)
	}
	defer m.Close()
	run, err := m.Run(ctx, exec.Chain(exec.FromRecords(t.Readers, reads), exec.Zeros()))
	if err != nil {
		return "what functions of the library read cannot be replayed: " + verify.Said(err)
	}
	switch out := run.Outcome; out.Kind { // sound: all other runs show nothing
	case exec.Violated:
		if out.Obligation.Kind != o.Kind || out.Obligation.Pos != o.Pos {
			break
		}
		if run.Approx && !r.Approx {
			return "what functions of the library read depends on something that is not modelled"
		}
		return textFault(t.Readers, reads, run.Fuel)
	case exec.Undefined:
		why := before(out.What, at(out.Pos))
		t.Faults.MeetBefore(out.Pos, why)
		return why
	case exec.Cancelled:
		return "no time to replay the test"
	}
	return "its inputs could not be brought to the program with what functions of the library read"
}

// readersInputs returns the inputs of a run as inputs of the program with readers. It translates the inputs of a short
// run by a walk. For a long run it only maps sites: the copies that inlining made of a site count as one, and inputs
// that are not numbers are left out.
func readersInputs(ctx context.Context, t *verify.Task, r *exec.Run) ([]ir.Record, error) {
	reads := r.Reads
	if t.Map != nil && r.Fuel <= readersWalk {
		var err error
		if reads, err = Down(ctx, t.Map, reads, exec.Config{Fuel: 2*r.Fuel + readersSlack}); err != nil {
			return nil, err
		}
	} else if t.Map != nil { // treat the copies that inlining made of a site as one
		reads = nil
		for _, rec := range r.Reads {
			s := t.Map.Site(t.Program.Sites[rec.Site])
			if s == nil || rec.At.Kind != ir.Number {
				continue
			}
			rec.Site = s.ID
			reads = append(reads, rec)
		}
	}
	sites, objects, funcs := map[*ir.Site]int{}, map[*ir.Object]int{}, map[*ir.Func]int{}
	for _, s := range t.Readers.Sites {
		sites[s.Origin] = s.ID
	}
	for _, o := range t.Readers.Objects {
		objects[o.Origin] = o.ID
	}
	for _, f := range t.Readers.Funcs {
		funcs[f.Origin] = f.ID
	}
	var out []ir.Record
	for _, rec := range reads {
		rec.Site = sites[t.Reference.Sites[rec.Site]]
		switch at := &rec.At; at.Kind {
		case ir.OfGlobal:
			at.ID = objects[t.Reference.Objects[at.ID]]
		case ir.OfFunc:
			at.ID = funcs[t.Reference.Funcs[at.ID]]
		case ir.OfSite:
			at.ID = sites[t.Reference.Sites[at.ID]]
		case ir.Number:
		}
		out = append(out, rec)
	}
	return out, nil
}
