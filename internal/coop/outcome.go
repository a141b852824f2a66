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

// Finding is what is known of one obligation.
type Finding struct {
	Obligation *ir.Obligation
	Status     verify.Status
	Engine     string // who decided it
	Reason     string // Open: the last reason given
	// Open, and decided to stay so: a run reaches this call without model or body, or a proof and a test contradict each
	// other
	Reached bool
	Test    *verify.Test    // Violated
	Run     *exec.Run       // Violated: the replay
	Source  confirm.Answer  // Violated: the replay on the compiled source, zero if it was not asked for
	Proof   verify.Evidence // Proved
	Vacuous bool            // Proved: it is proved, too, that nothing reaches it
}

// StepReport is what one engine did.
type StepReport struct {
	Engine string
	Time   time.Duration
	Result string // true, false, unknown
	Reason string
	Runs   string // as verify.Unknown has it
	Idle   bool   // it had nothing to do on such a task
	Bug    bool   // it claimed something wrong
	Share
}

// Share says of a step of a ranged job on which paths an analysis was at work; its result speaks of these only.
type Share struct {
	Range  string        // "": all paths
	Stolen string        // from which analysis it was taken over, or a half of it; "": it had the range to begin with
	Began  time.Duration // since the beginning of the run
}

// RangeLeft is a range of paths of which something is not decided.
type RangeLeft struct {
	Range string   // in the text form of package restrict, with the program form
	By    []string // analyses that are at work on it, or were
}

// Outcome is the answer to a task.
type Outcome struct {
	Verdict  verify.Verdict
	Violated *Finding // False: the first
	Reason   string   // UnknownVerd
	Findings []Finding
	Assuming []verify.Assumption
	Steps    []StepReport
	Running  []string // who was at work when the run ended
	Board    *verify.Board
	Assumed  []verify.Assumption // what was proved so far rests on, whatever the verdict
	Ranges   []RangeLeft         // UnknownVerd: of a ranged job, what is left of the paths
	Left     *verify.Condition   // UnknownVerd: what is left to do; its automaton is there if Runner.Residual asked for it
}

// Snapshot returns the outcome as of now: what is printed when time, memory or the user end the run.
func (r *Runner) Snapshot() *Outcome {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := &Outcome{
		Verdict:  verify.True,
		Findings: append([]Finding(nil), r.findings...),
		Steps:    append([]StepReport(nil), r.steps...),
		Running:  append([]string(nil), r.atWork.names...),
		Board:    r.board,
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

// openPast opens what was decided after a call without a model or body that is not shown to be out of reach: an
// execution of the program ends at such a call, one of the user's may go on.
func openPast(p *ir.Program, findings []Finding) {
	var open uint64
	first := map[uint64]*ir.Obligation{} // by bit
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

// standing returns the assumptions that the task's options bring.
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
		said := map[string]bool{}
		for _, s := range t.Program.Sites {
			if !s.Own || s.IsText() || said[s.Name] || !holdsPointer(t.Program, s.Type) {
				continue
			}
			why := " (--alias=none)"
			switch {
			case s.Kind != ir.Param:
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

// pointees returns the sizes of the objects that the entry's pointer parameters lead to. Objects of the program that
// they lead to as well have their own size.
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

// endsAt says what ends an execution at a guard that is no branch of the program.
var endsAt = map[ir.Guard]string{ir.ShiftGuard: "a shift by too much",
	ir.AccessGuard: "a memory access that is not valid"}

// ends returns the places where a program assumes undefined behaviour away, as in a shift whose amount is assumed to be
// in range, each place and kind once.
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

// inSource returns the places in the program's text that an edge stands for: where it lies in a model of the library,
// the calls that lead there.
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

// holdsPointer reports whether the address of an object may be in a value of the type; bytes (no type) may hold any.
func holdsPointer(p *ir.Program, t ir.Type) bool {
	switch t.Kind { // sound: anything else may hold one
	case ir.Float:
		return false
	case ir.Int:
		return int(t.Bits) >= int(p.Model)
	}
	return true
}

// reason returns the most telling of the reasons so far. Needs r.mu.
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
	others := false // what no run has reached is the reason where nothing else is open
	for _, f := range r.findings {
		others = others || f.Status == verify.Open && !f.Obligation.Unmodelled()
	}
	if why := unmodelled(false); why != "" && !others {
		return why
	}
	for _, f := range r.findings { // a claim that did not stand says most
		if f.Status == verify.Open && f.Reason != "" && !f.Obligation.Unmodelled() {
			return f.Reason
		}
	}
	for _, s := range slices.Backward(r.steps) { // a run that counts for nothing can be mended
		if s.Runs != "" {
			return s.Runs
		}
	}
	if all := LastReasons(r.steps); len(all) == 1 { // more are told one by one
		return all[0]
	}
	return "no engine could decide it"
}

// LastReasons returns the last reasons of the engines, each once, in the order of their first turn; those of idle
// engines only where there are no others.
func LastReasons(steps []StepReport) []string {
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
