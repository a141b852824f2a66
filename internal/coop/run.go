package coop

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
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
	Engine     string          // who decided it
	Reason     string          // Open: the last reason given
	Reached    bool            // Open: a run reaches this call without model or body, it is decided that nothing is
	Test       *verify.Test    // Violated
	Run        *exec.Run       // Violated: the replay
	Source     confirm.Answer  // Violated: the replay on the compiled source, zero if nobody asked for it
	Proof      verify.Evidence // Proved
}

// StepReport is what one engine did.
type StepReport struct {
	Engine string
	Time   time.Duration
	Result string // true, false, unknown
	Reason string
	Idle   bool // it had nothing to do on such a task
	Bug    bool // it claimed something wrong
}

// Outcome is the answer to a task.
type Outcome struct {
	Verdict  verify.Verdict
	Violated *Finding // False: the first
	Reason   string   // UnknownVerd
	Findings []Finding
	Assuming []verify.Assumption
	Steps    []StepReport
	Board    *verify.Board
}

// Runner runs a strategy. Snapshot may be called at any time from another goroutine.
type Runner struct {
	task     *verify.Task
	strategy Strategy
	engines  []verify.Engine
	board    *verify.Board
	workers  map[string]verify.Worker // by engine
	tried    map[verify.FactID]bool   // facts that were checked
	edges    int                      // of the program

	mu       sync.Mutex
	findings []Finding           // protected by mu
	assuming []verify.Assumption // protected by mu
	steps    []StepReport        // protected by mu
	running  string              // engine at work; protected by mu
}

// NewRunner prepares a task. The strategy must be valid for the engines.
func NewRunner(t *verify.Task, s Strategy, engines []verify.Engine) *Runner {
	r := &Runner{task: t, strategy: s, engines: engines, board: verify.NewBoard(), workers: map[string]verify.Worker{}, tried: map[verify.FactID]bool{}}
	for _, f := range t.Program.Funcs {
		r.edges += len(f.Edges)
	}
	reach := reachable(t.Program)
	for _, o := range t.Asked() {
		f := Finding{Obligation: o, Status: verify.Open}
		if !reach[o.ID] {
			f.Status, f.Proof = verify.NotReached, &verify.Unreached{}
			r.board.Settle(o)
		}
		r.findings = append(r.findings, f)
	}
	return r
}

// reachable says for each obligation whether an error location of it can be
// reached in the automaton.
func reachable(p *ir.Program) map[int]bool {
	out := map[int]bool{}
	seen := map[*ir.Loc]bool{}
	var work []*ir.Loc
	visit := func(l *ir.Loc) {
		if !seen[l] {
			seen[l] = true
			work = append(work, l)
		}
	}
	visit(p.Entry.Entry)
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		if l.Kind == ir.Error && l.Obligation != nil {
			out[l.Obligation.ID] = true
		}
		for _, e := range l.Out {
			visit(e.To)
			if c, ok := e.Stmt.(*ir.Call); ok {
				visit(c.Func.Entry)
			}
		}
	}
	return out
}

// Run works through the steps until the task is decided or the context ends.
// Without a deadline the steps share a round of a minute, then one of two
// minutes, and so on: no engine starves the next. It ends when a round cut
// no engine short.
func (r *Runner) Run(ctx context.Context) *Outcome {
	rep := &replayer{}
	defer rep.close()
	defer r.close()
	if _, limited := ctx.Deadline(); limited || r.task.Options.Determ {
		r.round(ctx, rep)
		return r.Snapshot()
	}
	for d := firstRound; ; d *= 2 {
		round, cancel := context.WithTimeout(ctx, d)
		cut := r.round(round, rep)
		cancel()
		if !cut || ctx.Err() != nil || len(r.open()) == 0 || r.violated() || r.stopped() {
			return r.Snapshot()
		}
	}
}

// firstRound is the time of the first round of a run without a time limit.
const firstRound = time.Minute

// round works through the steps once; cut says that one of them used up its time.
func (r *Runner) round(ctx context.Context, rep *replayer) (cut bool) {
	stopped := false
	for i, st := range r.strategy.Steps {
		if !stopped && r.stopped() {
			stopped = true
			var cancel context.CancelFunc
			ctx, cancel = r.rest(ctx)
			defer cancel()
		}
		if !st.suits(r.edges) || stopped && !r.tests(st) {
			continue
		}
		open := r.open()
		if len(open) == 0 || r.violated() || ctx.Err() != nil {
			break
		}
		start := time.Now()
		budget := r.step(ctx, rep, st)
		cut = cut || budget > 0 && time.Since(start) > budget*9/10
		if len(r.open()) > 0 && !r.violated() {
			r.checkFacts(ctx, r.strategy.Steps[i+1:])
		}
	}
	return cut
}

// stopped says that a run reaches a call without model or body: no proof can be found.
func (r *Runner) stopped() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.ContainsFunc(r.findings, func(f Finding) bool { return f.Reached })
}

// rest limits the time that is left to find a violation before such a call: an answer that
// will hardly be better is given soon.
func (r *Runner) rest(ctx context.Context) (context.Context, context.CancelFunc) {
	const least, unlimited = 2 * time.Second, 5 * time.Second
	if r.task.Options.Determ {
		return ctx, func() {}
	}
	d := unlimited
	if end, ok := ctx.Deadline(); ok {
		d = max(time.Until(end)/10, least)
	}
	return context.WithTimeout(ctx, d)
}

// tests says whether an engine of a step may find a violation.
func (r *Runner) tests(st Step) bool {
	return slices.ContainsFunc(st.Engines, func(name string) bool {
		return slices.Contains(find(r.engines, name).Gives, verify.KindTest)
	})
}

// open lists the obligations without a status, but for calls without model or body that are
// reached.
func (r *Runner) open() []*ir.Obligation {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := []*ir.Obligation{}
	for _, f := range r.findings {
		if f.Status == verify.Open && !f.Reached {
			out = append(out, f.Obligation)
		}
	}
	return out
}

func (r *Runner) violated() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, f := range r.findings {
		if f.Status == verify.Violated {
			return true
		}
	}
	return false
}

// claim is an engine's result.
type claim struct {
	engine string
	result verify.Result
	took   time.Duration
}

// step runs the engines of a step at the same time and judges what they claim,
// with the time of the whole task, not only of the step.
// It returns the time that the step had, 0 without limit.
func (r *Runner) step(ctx context.Context, rep *replayer, st Step) time.Duration {
	stepCtx, cancel := ctx, context.CancelFunc(func() {})
	var budget verify.Budget
	if r.task.Options.Determ {
		budget.Work = st.Work
	} else if deadline, ok := ctx.Deadline(); ok {
		budget.Time = st.budget(time.Until(deadline))
		stepCtx, cancel = context.WithTimeout(ctx, budget.Time)
	}
	defer cancel()
	sub := r.task.Within(r.task.Scope, budget)
	sub.Obligations = r.open()

	claims := make(chan claim, len(st.Engines))
	for _, name := range st.Engines {
		e := find(r.engines, name)
		r.setRunning(name)
		go func() {
			start := time.Now()
			res := r.work(stepCtx, e, budget)
			claims <- claim{e.Name, res, time.Since(start)}
		}()
	}
	for range st.Engines {
		c := <-claims
		if r.judge(ctx, rep, sub, c) {
			cancel() // the others need not go on, but are waited for
		}
	}
	r.setRunning("")
	return budget.Time
}

// work is a turn of an engine's worker. A panic is turned into the engine's failure, as one engine's bug must
// not cost the answer of the others; its next turn begins anew.
func (r *Runner) work(ctx context.Context, e *verify.Engine, b verify.Budget) (res verify.Result) {
	r.mu.Lock()
	w := r.workers[e.Name]
	r.mu.Unlock()
	defer func() {
		x := recover()
		if x != nil {
			r.task.Log.Warn("engine failed", "engine", e.Name, "panic", fmt.Sprint(x), "stack", string(debug.Stack()))
			res = &verify.Unknown{Reason: fmt.Sprintf("internal error in engine %s", e.Name)}
			r.end(e.Name, w)
			w = nil
		}
		r.mu.Lock()
		r.workers[e.Name] = w
		r.mu.Unlock()
	}()
	if w == nil {
		w = e.Open(r.task, r.board)
	}
	return w.Work(ctx, b)
}

// end closes a worker, if there is one, whatever state a panic left it in.
func (r *Runner) end(engine string, w verify.Worker) {
	defer func() {
		if x := recover(); x != nil {
			r.task.Log.Warn("engine failed to close", "engine", engine, "panic", fmt.Sprint(x))
		}
	}()
	if w != nil {
		w.Close()
	}
}

// close ends all workers.
func (r *Runner) close() {
	for name, w := range r.workers {
		r.end(name, w)
	}
	clear(r.workers)
}

// judge enters a claim into the findings; true if nothing is left to do.
func (r *Runner) judge(ctx context.Context, rep *replayer, sub *verify.Task, c claim) (done bool) {
	step := StepReport{Engine: c.engine, Time: c.took, Result: string(verify.UnknownVerd)}
	set := map[*ir.Obligation]Finding{}
	var assuming []verify.Assumption
	switch res := c.result.(type) {
	case *verify.Safe:
		claimed := res.Obligations
		if claimed == nil {
			claimed = sub.Asked()
		}
		ru := judgeProof(ctx, sub, res)
		settle(r.board, c.engine, res, ru)
		step.Reason, step.Bug = ru.reason, ru.bug
		if ru.ok {
			step.Reason = res.Rest
		}
		for _, o := range claimed {
			if ru.ok {
				step.Result = string(verify.True)
				set[o] = Finding{Obligation: o, Status: verify.Proved, Engine: c.engine, Proof: ru.proof}
				assuming = ru.assuming
			} else {
				set[o] = Finding{Obligation: o, Status: verify.Open, Reason: ru.reason}
			}
		}
	case *verify.Unsafe:
		ru := rep.judgeTest(ctx, sub, res)
		settle(r.board, c.engine, res, ru)
		step.Reason, step.Bug = ru.reason, ru.bug
		if ru.ok {
			step.Result = string(verify.False)
			set[res.Obligation] = Finding{Obligation: res.Obligation, Status: verify.Violated, Engine: c.engine, Test: ru.test, Run: ru.run, Source: ru.source}
		} else if res.Obligation != nil {
			set[res.Obligation] = Finding{Obligation: res.Obligation, Status: verify.Open, Reason: ru.reason, Reached: ru.stop}
		}
	case *verify.Unknown:
		step.Reason, step.Idle = res.Reason, res.Idle
	}
	if step.Bug {
		r.task.Log.Warn("an engine claimed something wrong", "engine", c.engine, "reason", step.Reason)
	}

	r.mu.Lock()
	defer r.mu.Unlock()
	r.steps = append(r.steps, step)
	for _, a := range assuming {
		if !hasAssumption(r.assuming, a) {
			r.assuming = append(r.assuming, a)
		}
	}
	done = true
	for i := range r.findings {
		f := &r.findings[i]
		if n, ok := set[f.Obligation]; ok && f.Status == verify.Open && !f.Reached {
			*f = n
		}
		if f.Status != verify.Open || f.Reached {
			r.board.Settle(f.Obligation)
		}
		if f.Status == verify.Violated {
			return true
		}
		done = done && (f.Status != verify.Open || f.Reached)
	}
	return done
}

func hasAssumption(as []verify.Assumption, a verify.Assumption) bool {
	for _, x := range as {
		if x == a {
			return true
		}
	}
	return false
}

func (r *Runner) setRunning(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.running = name
}

// Snapshot is the outcome as of now: what is printed when time, memory or the
// user end the run.
func (r *Runner) Snapshot() *Outcome {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := &Outcome{
		Verdict:  verify.True,
		Findings: append([]Finding(nil), r.findings...),
		Steps:    append([]StepReport(nil), r.steps...),
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
	}
	if out.Verdict != verify.UnknownVerd {
		out.Assuming = append(standing(r.task, out.Verdict), r.assuming...)
	}
	return out
}

// standing are the assumptions that the task's options bring.
func standing(t *verify.Task, v verify.Verdict) []verify.Assumption {
	var out []verify.Assumption
	if t.Options.Overflow == verify.Undefined && v == verify.True {
		out = append(out, verify.Assumption{Kind: verify.AssumeOverflow})
	}
	if t.Options.Missing == verify.MissingInput {
		for _, m := range t.Program.Missing {
			out = append(out, verify.Assumption{Kind: verify.AssumeMissing, Text: m.Name, Pos: m.Pos})
		}
	}
	for _, a := range t.Program.Assumed {
		if v == verify.True || a.Runs {
			out = append(out, verify.Assumption{Kind: verify.AssumeOther, Text: a.Text, Pos: a.Pos})
		}
	}
	if v == verify.True {
		said := map[string]bool{}
		for _, s := range t.Program.Sites {
			if !s.Own || said[s.Name] || !holdsPointer(t.Program, s.Type) {
				continue
			}
			said[s.Name] = true
			out = append(out, verify.Assumption{Kind: verify.AssumeOther, Pos: s.Pos,
				Text: "pointers in " + s.Name + " are null or lead to objects of their own, at any depth (--alias=none)"})
		}
	}
	return out
}

// holdsPointer tells whether the address of an object may be in a value of the type; bytes (no type) may hold any.
func holdsPointer(p *ir.Program, t ir.Type) bool {
	switch t.Kind { // sound: anything else may hold one
	case ir.Float:
		return false
	case ir.Int:
		return int(t.Bits) >= int(p.Model)
	}
	return true
}

// reason is the most telling of the reasons so far. Needs r.mu.
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
	if why := unmodelled(false); why != "" {
		return why
	}
	for _, f := range r.findings { // a claim that did not stand says most
		if f.Status == verify.Open && f.Reason != "" {
			return f.Reason
		}
	}
	if all := LastReasons(r.steps); len(all) > 0 {
		return strings.Join(all, "; ")
	}
	if r.running != "" {
		return "stopped while " + r.running + " was at work"
	}
	return "no engine could decide it"
}

// LastReasons are the last reasons of the engines, each once, in the order of
// their first turn; those of idle engines only where there are no others.
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
