package coop

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tandem-verifier/tandem/internal/confirm"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/testgen"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Finding is the result for one obligation.
type Finding struct {
	Obligation *ir.Obligation
	Status     verify.Status
	Engine     string // the engine that decided it
	Reason     string // Open: the last reason given
	// Open, and stays open: a run reaches this call without model or body, or a proof and a test contradict each other
	Reached bool
	Test    *verify.Test    // Violated
	Run     *exec.Run       // Violated: the replay
	Source  confirm.Answer  // Violated: the replay on the compiled source; zero if there was none
	Proof   verify.Evidence // Proved
	Vacuous bool            // Proved: it is also proved that no execution reaches it
}

// StepReport is the report on a turn of an engine.
type StepReport struct {
	Engine string
	Time   time.Duration
	Result string // true, false, unknown
	Reason string
	Runs   string // as in verify.Unknown
	Idle   bool   // the engine does not handle tasks of this kind, or had nothing to do
	Bug    bool   // its claim was wrong
	Share
}

// Share has the paths on which an analysis worked in a step of a ranged job. The result of the step is about these
// paths only.
type Share struct {
	Range  string        // "": all paths
	Stolen string        // the analysis from which the range, or a half of it, was taken over; "": none
	Began  time.Duration // since the beginning of the run
}

// RangeLeft is a range of paths with obligations that are not decided.
type RangeLeft struct {
	Range string   // in the text form of package restrict, with the program form
	By    []string // analyses that work on it, or have worked on it
}

// Outcome is the result for a task.
type Outcome struct {
	Verdict  verify.Verdict
	Violated *Finding // False: the first violated obligation
	Reason   string   // UnknownVerd: why
	Findings []Finding
	Assuming []verify.Assumption
	Steps    []StepReport
	Running  []string // engines that were at work when the run ended
	Board    *verify.Board
	Exchange []verify.Exchange   // the facts that engines have exchanged
	Assumed  []verify.Assumption // assumptions of all proofs so far, whatever the verdict
	Ranges   []RangeLeft         // UnknownVerd: the remaining ranges of a ranged job
	// UnknownVerd: the remaining executions; with an automaton if Residual or Glance was called
	Left *verify.Condition
}

// Snapshot returns the outcome as of now. It is also the outcome of a run that time, memory or the user end.
func (r *Runner) Snapshot() *Outcome {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := &Outcome{
		Verdict:  verify.True,
		Findings: append([]Finding(nil), r.findings...),
		Steps:    append([]StepReport(nil), r.steps...),
		Running:  append([]string(nil), r.atWork.names...),
		Board:    r.board,
		Exchange: r.exchanged(),
	}
	for i := range out.Findings {
		switch f := &out.Findings[i]; f.Status {
		case verify.Violated:
			if out.Violated == nil {
				out.Verdict, out.Violated = verify.False, f
			}
		case verify.Open:
			if out.Verdict == verify.True {
				out.Verdict = verify.UnknownVerd
			}
		}
	}
	if out.Verdict == verify.UnknownVerd {
		out.Reason = r.reason()
		out.Ranges = slices.Clone(r.ranges.left)
	}
	out.Assumed = append(standing(r.task, verify.True), r.assuming...)
	if out.Verdict == verify.UnknownVerd {
		out.Left = r.leftOver(out)
	}
	if out.Verdict != verify.UnknownVerd {
		out.Assuming = append(standing(r.task, out.Verdict), r.assuming...)
	}
	proved := slices.ContainsFunc(out.Findings, func(f Finding) bool { return f.Status == verify.Proved })
	if out.Verdict == verify.False && r.violations.goOn && proved {
		for _, a := range standing(r.task, verify.True) {
			if !slices.Contains(out.Assuming, a) {
				a.Proofs = true
				out.Assuming = append(out.Assuming, a)
			}
		}
		out.Assuming = append(out.Assuming, verify.Assumption{Kind: verify.AssumeOther,
			Text: "an execution ends at the first check that it violates: the others are decided as if the violated ones held"})
	}
	if !r.inner {
		openPast(r.task.Program, out.Findings)
	}
	return out
}

// openPast opens the obligations that were proved after a call without model or body that may be reached: an execution
// of the model ends at such a call, but the real one may continue.
func openPast(p *ir.Program, findings []Finding) {
	var open uint64
	first := map[uint64]*ir.Obligation{} // by the bit of the call (Obligation.Call)
	for _, f := range findings {
		if o := f.Obligation; o.Unmodelled() && f.Status == verify.Open {
			open |= o.Call
			if first[o.Call] == nil {
				first[o.Call] = o
			}
		}
	}
	for i, f := range findings {
		past := f.Obligation.Past & open
		if past != 0 && (f.Status == verify.Proved || f.Status == verify.NotReached) {
			why := "nothing is known after a call: " + testgen.Unmodelled(p, first[past&-past])
			findings[i] = Finding{Obligation: f.Obligation, Status: verify.Open, Reason: why}
		}
	}
}

// standing returns the assumptions that follow from the task's options and the program, for a verdict v.
func standing(t *verify.Task, v verify.Verdict) []verify.Assumption {
	var out []verify.Assumption
	if t.Options.Overflow == verify.Undefined && v == verify.True {
		out = append(out, verify.Assumption{Kind: verify.AssumeOverflow})
	}
	if v == verify.True && t.Options.After == verify.Stop {
		out = append(out, ends(t.Program)...)
	}
	if havoc := t.Options.Missing == verify.MissingHavoc; havoc || t.Options.Missing == verify.MissingInput {
		effects := " and has no other effect"
		if havoc {
			effects = " may change all memory that it can reach, and has no other effect"
		}
		for _, m := range t.Program.Missing {
			if m.Says != "" {
				text := m.Name + " (no body) " + m.Says + ", as attributes say," + effects
				out = append(out, verify.Assumption{Kind: verify.AssumeOther, Text: text, Pos: m.Pos})
				continue
			}
			if havoc {
				out = append(out, verify.Assumption{Kind: verify.AssumeOther, Text: m.Name + " (no body) returns any value," +
					effects, Pos: m.Pos})
				continue
			}
			out = append(out, verify.Assumption{Kind: verify.AssumeMissing, Text: m.Name, Pos: m.Pos})
		}
	}
	for _, a := range t.Program.Assumed {
		if v == verify.True || a.Runs {
			out = append(out, verify.Assumption{Kind: verify.AssumeOther, Text: a.Text, Pos: a.Pos})
		}
	}
	if v == verify.True {
		out = append(out, pointees(t.Program)...)
		said, unset := map[string]bool{}, unsetSites(t.Program)
		for _, s := range t.Program.Sites {
			if !s.Own || s.IsText() || unset[s] || said[s.Name] || !holdsPointer(t.Program, s.Type) {
				continue
			}
			why := " (--alias=none)"
			switch {
			case s.Kind != ir.Param && !(s.Kind == ir.Choice && t.Options.AliasNone):
				why = ", as its declaration says"
			case !t.Options.AliasNone: // --array-size and restrict say so themselves
				continue
			}
			said[s.Name] = true
			out = append(out, verify.Assumption{Kind: verify.AssumeOther, Pos: s.Pos,
				Text: "pointers in " + s.Name + " are null or lead to objects of their own, at any depth" + why})
		}
	}
	return out
}

// unsetSites returns the sites of bytes of variables and of the heap that are only uninitialised. Where memory is
// checked, pointers in them lead to no object (docs/semantics.md), which is no assumption about the environment.
func unsetSites(p *ir.Program) map[*ir.Site]bool {
	sites := map[*ir.Site]bool{}
	for _, f := range p.Funcs {
		for _, o := range f.Objects {
			sites[o.Site] = true
		}
		for _, e := range f.Edges {
			if a, is := e.Stmt.(*ir.Alloc); is {
				sites[a.Site] = true
			}
		}
	}
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			if h, is := e.Stmt.(*ir.MemHavoc); is { // the bytes come from outside
				delete(sites, h.Site)
			}
		}
	}
	return sites
}

// pointees returns the assumption about the sizes of the objects that the entry's pointer parameters point to. It is
// about new objects only, not about objects of the program.
func pointees(p *ir.Program) []verify.Assumption {
	var sizes []string
	said := map[string]bool{}
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			in, is := e.Stmt.(*ir.Input)
			if is && in.Site.Kind == ir.Param && in.FreshSize > 0 && !in.Site.IsText() && !said[in.Site.Name] {
				said[in.Site.Name] = true
				sizes = append(sizes, fmt.Sprintf("%s for %s", ir.Bytes(in.FreshSize), in.Site.Name))
			}
		}
	}
	if len(sizes) == 0 {
		return nil
	}
	return []verify.Assumption{{Kind: verify.AssumeOther,
		Text: "new objects of pointer parameters have the size that --array-size gives: " + strings.Join(sizes, ", ")}}
}

// endsAt describes where executions end, for guards of undefined behaviour that are not branches of the program.
var endsAt = map[ir.Guard]string{ir.ShiftGuard: "a shift by too much",
	ir.AccessGuard: "a memory access that is not valid"}

// ends returns the assumptions that executions end at undefined behaviour: for a shift whose amount is assumed to be in
// range, for example. Each position and kind occurs once.
func ends(p *ir.Program) (out []verify.Assumption) {
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			a, is := e.Stmt.(*ir.Assume)
			if !is || endsAt[a.Guard] == "" || len(e.From.Out) > 1 {
				continue
			}
			for _, at := range inSource(p, e) {
				n := verify.Assumption{Kind: verify.AssumeOther, Text: "executions end at " + endsAt[a.Guard] + ", as it may be",
					Pos: at}
				if !slices.Contains(out, n) {
					out = append(out, n)
				}
			}
		}
	}
	return out
}

// inSource returns the positions of an edge in the program's text. If the edge is in a model of the library, these are
// the positions of the calls that lead there.
func inSource(p *ir.Program, e *ir.Edge) (out []ir.Pos) {
	seen := map[*ir.Func]bool{}
	var from func(e *ir.Edge)
	from = func(e *ir.Edge) {
		at := e.Pos
		for in := e.Inline; in != nil && strings.HasPrefix(at.File, "<"); in = in.Parent {
			at = in.Call
		}
		if !strings.HasPrefix(at.File, "<") {
			out = append(out, at)
			return
		}
		f := e.From.Func
		if seen[f] {
			return
		}
		seen[f] = true
		for _, g := range p.Funcs {
			for _, c := range g.Edges {
				if call, is := c.Stmt.(*ir.Call); is && call.Func == f {
					from(c)
				}
			}
		}
	}
	from(e)
	if len(out) == 0 {
		return []ir.Pos{e.Pos}
	}
	return out
}

// holdsPointer reports whether a value of the type may contain the address of an object. Bytes without a type may.
func holdsPointer(p *ir.Program, t ir.Type) bool {
	switch t.Kind { // sound: anything else may hold one
	case ir.Float:
		return false
	case ir.Int:
		return int(t.Bits) >= int(p.Model)
	}
	return true
}

// reason returns the most informative of the reasons so far. Needs r.mu.
func (r *Runner) reason() string {
	unmodelled := func(reached bool) string {
		for _, f := range r.findings {
			if f.Obligation.Unmodelled() && f.Status == verify.Open && f.Reached == reached {
				return testgen.Unmodelled(r.task.Program, f.Obligation)
			}
		}
		return ""
	}
	if why := unmodelled(true); why != "" {
		return why
	}
	others := false // a call that no run has reached is the reason only if nothing else is open
	for _, f := range r.findings {
		others = others || f.Status == verify.Open && !f.Obligation.Unmodelled()
	}
	if why := unmodelled(false); why != "" && !others {
		return why
	}
	for _, f := range r.findings { // the reason why a claim was not confirmed is the most informative
		if f.Status == verify.Open && f.Reason != "" && !f.Obligation.Unmodelled() {
			return f.Reason
		}
	}
	for _, s := range slices.Backward(r.steps) { // the user can often fix the cause of such a run
		if s.Runs != "" {
			return s.Runs
		}
	}
	if all := lastReasons(r.steps); len(all) == 1 { // the report lists several reasons itself
		return all[0]
	}
	return "no engine could decide it"
}

// lastReasons returns the last reason of each engine, in the order of their first turns. It returns reasons of idle
// engines only if there are no others.
func lastReasons(steps []StepReport) []string {
	last := map[string]string{}
	var order []string
	for _, idle := range []bool{false, true} {
		for _, s := range steps {
			if s.Reason == "" || s.Idle != idle {
				continue
			}
			if last[s.Engine] == "" {
				order = append(order, s.Engine)
			}
			last[s.Engine] = s.Reason
		}
		if len(order) > 0 {
			break
		}
	}
	for i, e := range order {
		order[i] = e + ": " + last[e]
	}
	return order
}
