package smt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/term"
)

// pipe is a Solver that uses a process. Push, Pop and Assert only change the stack in pipe. Check sends the differences
// between this stack and the stack of the process. If a process dies, the next Check sends the stack to a new one.
type pipe struct {
	c    *term.Ctx
	cfg  Config
	path string
	prof profile

	closed bool
	levels []bunch
	ids    int // the number of levels made so far

	p    *proc       // nil if there is none at present
	enc  *encoder    // the encoder of the session with p
	sent []sentLevel // the levels that p has; sent[0] is the base
	opts [2]uint64   // the limits of time and work that p has

	last lastCheck
}

// bunch is a level of assertions.
type bunch struct {
	id int
	ts []*term.Term
}

// sentLevel is a level that the process has: its id, and the number of its assertions that were sent.
type sentLevel struct{ id, n int }

// lastCheck is the query that Model and Core refer to.
type lastCheck struct {
	result Result
	terms  []*term.Term // after Sat: all asserted and assumed terms
	core   []*term.Term // after Unsat
	check  string       // the check command
	query  *modelQuery  // the query for the model; nil before fetch
	raw    string       // the answer to this query
	err    error        // why there is no model
	model  *term.Model
}

// openPipe makes a solver with a separate process, which starts at the first Check. It returns ErrNoSolver if there is
// no solver. If dumps are enabled, all calls are also written to a file.
func openPipe(c *term.Ctx, cfg Config) (Solver, error) {
	path, prof, err := cfg.find()
	if err != nil {
		return nil, err
	}
	if cfg.Args != nil {
		prof.args = cfg.Args
	}
	s := &pipe{c: c, cfg: cfg, path: path, prof: prof}
	s.Push()
	return cfg.logged(s)
}

// Push implements Solver.
func (s *pipe) Push() {
	s.ids++
	s.levels = append(s.levels, bunch{id: s.ids})
}

// Pop implements Solver.
func (s *pipe) Pop() {
	if len(s.levels) == 1 {
		panic("smt: Pop without Push")
	}
	s.levels = s.levels[:len(s.levels)-1]
}

// Assert implements Solver.
func (s *pipe) Assert(ts ...*term.Term) {
	top := &s.levels[len(s.levels)-1]
	for _, t := range ts {
		mustBool(t)
		top.ts = append(top.ts, t)
	}
}

// mustBool panics unless t is a Bool term.
func mustBool(t *term.Term) {
	if t.Sort() != term.BoolSort {
		panic("smt: a formula of sort " + t.Sort().String())
	}
}

// Close implements Solver.
func (s *pipe) Close() error {
	s.closed = true
	s.drop()
	return nil
}

// drop kills the process.
func (s *pipe) drop() {
	if s.p != nil {
		s.p.kill()
	}
	s.p, s.enc, s.sent = nil, nil, nil
}

// start starts a process and sends the prelude of a session. It does not wait for the answer.
func (s *pipe) start() error {
	p, err := start(s.path, s.prof.args, s.cfg.memory(Budget{}))
	if err != nil {
		return err
	}
	s.cfg.Log.Count("smt.starts", 1)
	p.fresh, p.probe = true, !s.cfg.single()
	p.in.SetWriteDeadline(time.Now().Add(sendTime))
	if _, err := p.in.WriteString(s.cfg.prelude(s.prof)); err != nil {
		p.kill()
		return err
	}
	s.p, s.enc, s.sent, s.opts = p, newEncoder(s.prof.keep), []sentLevel{{id: s.levels[0].id}}, [2]uint64{}
	return nil
}

// Check implements Solver.
func (s *pipe) Check(ctx context.Context, b Budget, assume ...*term.Term) Answer {
	for _, t := range assume {
		mustBool(t)
	}
	s.last = lastCheck{}
	if s.closed {
		return unknown("the solver is closed")
	}
	log := s.cfg.Log
	defer log.Timer("smt.check")()
	a := s.check(ctx, b, assume)
	if a.Result == Sat {
		for _, l := range s.levels {
			s.last.terms = append(s.last.terms, l.ts...)
		}
		s.last.terms = append(s.last.terms, assume...)
	}
	if a.Result == Unknown {
		log.Debug("smt: no answer", "reason", a.Reason)
	}
	s.last.result = a.Result
	return a
}

// maxDefined bounds the terms that a process has defined. After that, a new process gets only the terms of the stack.
const maxDefined = 300_000

// check sends a query to the process, which it starts if necessary, and returns its answer. After Unsat it sets the
// core.
func (s *pipe) check(ctx context.Context, b Budget, assume []*term.Term) Answer {
	if a, ended := endedBy(ctx); ended {
		return a
	}
	limit := b.limit(ctx)
	if s.p != nil && (!s.p.alive() || s.enc.lines > maxDefined) {
		s.drop()
	}
	if s.p == nil {
		if err := s.start(); err != nil {
			return unknown(err.Error())
		}
	}
	var text bytes.Buffer
	lits := s.write(&text, clock.OnWall(ctx, limit), b.Work, assume)
	s.last.check = "(check-sat)\n"
	if cmd := s.prof.search; cmd != "" && s.cfg.Search && len(lits) == 0 {
		s.last.check = cmd + "\n"
	}
	if len(lits) > 0 {
		s.last.check = fmt.Sprintf("(check-sat-assuming (%s))\n", strings.Join(lits, " "))
	}
	counted := b.Work > 0 && s.prof.count != ""
	if counted {
		fmt.Fprintf(&text, "%s\n%s%s\n", s.prof.count, s.last.check, s.prof.count)
	} else {
		text.WriteString(s.last.check)
	}
	s.p.bound(s.cfg.memory(b))
	begin, within := clock.Now(ctx), time.Duration(0)
	if limit > 0 {
		// Add time for reading the input. Otherwise the solver would be killed while it reads a large problem, and again
		// at each new attempt.
		sending := time.Duration(text.Len()) * 250 * time.Nanosecond
		if s.p.fresh {
			sending += 4 * s.cfg.grace()
		}
		within = limit + s.cfg.grace() + sending
	}
	out, err := s.p.exchange(ctx, within, text.Bytes())
	if err != nil {
		s.drop()
		a := fault(ctx, err)
		a.Work = b.Work
		return a
	}
	work := uint64(0)
	if counted {
		out, work = split(out)
	}
	switch out = strings.TrimSpace(out); out {
	case "sat":
		return Answer{Result: Sat, Work: work}
	case "unsat":
		s.last.core = append([]*term.Term{}, assume...)
		if len(assume) > 0 {
			s.core(ctx, assume, lits)
		}
		return Answer{Result: Unsat, Work: work}
	case "unknown", "timeout":
		a := s.whyUnknown(ctx, b, clock.Now(ctx)-begin, limit)
		a.Work = work
		return a
	}
	s.drop()
	if oom(out) {
		return unknown(ReasonMemory)
	}
	return unknown("solver says " + quoteFirst(out))
}

// split returns the answer between two counts of work, and the difference of the counts.
func split(out string) (rest string, work uint64) {
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) < 3 {
		return out, 0
	}
	before, ok1 := countOf(lines[0])
	after, ok2 := countOf(lines[len(lines)-1])
	if !ok1 || !ok2 {
		return out, 0
	}
	return strings.Join(lines[1:len(lines)-1], "\n"), after - min(before, after)
}

// countOf returns the number that is the last word of a line.
func countOf(line string) (uint64, bool) {
	words := strings.Fields(strings.Trim(line, "() "))
	if len(words) == 0 {
		return 0, false
	}
	n, err := strconv.ParseUint(words[len(words)-1], 10, 64)
	return n, err == nil
}

// endedBy returns the answer to a query if the context has ended.
func endedBy(ctx context.Context) (Answer, bool) {
	switch err := ctx.Err(); {
	case err == nil:
		return Answer{}, false
	case errors.Is(err, context.DeadlineExceeded):
		return unknown(ReasonTime), true
	}
	return unknown(ReasonCanceled), true
}

// fault returns the answer to a query whose process failed.
func fault(ctx context.Context, err error) Answer {
	if a, ended := endedBy(ctx); ended {
		return a
	}
	switch {
	case errors.Is(err, errLate):
		return unknown(ReasonTime)
	case oom(err.Error()):
		return unknown(ReasonMemory)
	}
	return unknown("solver " + err.Error())
}

// oom reports whether a message of a solver means that it ran out of memory.
func oom(text string) bool {
	for _, s := range []string{"out of memory", "bad_alloc", "annot allocate memory", "memout", "max. memory exceeded"} {
		if strings.Contains(text, s) {
			return true
		}
	}
	return false
}

// helpTime bounds each of the queries after an answer, for the reason of an Unknown or for a core.
const helpTime = 2 * time.Second

// whyUnknown returns an Unknown with the reason that the solver gives.
func (s *pipe) whyUnknown(ctx context.Context, b Budget, took, limit time.Duration) Answer {
	out, err := s.p.exchange(ctx, helpTime, []byte("(get-info :reason-unknown)\n"))
	if err != nil {
		s.drop()
		return fault(ctx, err)
	}
	why := strings.Trim(strings.TrimPrefix(strings.TrimSpace(out), "(:reason-unknown"), " ()\"")
	switch {
	case oom(why):
		// z3 continues to run, but has no memory left for further queries.
		s.drop()
		return unknown(ReasonMemory)
	case strings.Contains(why, "resource"), strings.Contains(why, "timeout"), strings.Contains(why, "cancel"):
		if b.Work > 0 && (limit == 0 || took < limit) {
			return unknown(ReasonWork)
		}
		return unknown(ReasonTime)
	case why == "":
		why = "no reason given"
	}
	return unknown(firstLine(why))
}

// write writes the commands before a check: they bring the stack of the process to the present stack, set limits, and
// declare the literals of the assumptions. It returns these literals.
func (s *pipe) write(w *bytes.Buffer, limit time.Duration, work uint64, assume []*term.Term) (lits []string) {
	n := 1
	for n < len(s.sent) && n < len(s.levels) && s.sent[n].id == s.levels[n].id {
		n++
	}
	if extra := len(s.sent) - n; extra > 0 {
		fmt.Fprintf(w, "(pop %d)\n", extra)
		s.enc.pop(extra)
		s.sent = s.sent[:n]
	}
	for i := n - 1; i < len(s.levels); i++ {
		l := s.levels[i]
		if i >= n {
			w.WriteString("(push 1)\n")
			s.enc.push()
			s.sent = append(s.sent, sentLevel{id: l.id})
		}
		for _, t := range l.ts[s.sent[i].n:] {
			s.enc.assert(w, t)
		}
		s.sent[i].n = len(l.ts)
	}
	s.options(w, limit, work)
	for _, t := range assume {
		lits = append(lits, s.enc.literal(w, t))
	}
	return lits
}

// options writes the commands that set the limits of the query, if the process has other limits.
func (s *pipe) options(w *bytes.Buffer, limit time.Duration, work uint64) {
	prof := s.prof
	ms := uint64(prof.noTime)
	if limit > 0 {
		ms = uint64(max(limit.Milliseconds(), 1))
	}
	if prof.time != "" && (limit > 0 || s.opts[0] != 0) && s.opts[0] != ms {
		fmt.Fprintf(w, "(set-option %s %d)\n", prof.time, ms)
		s.opts[0] = ms
	}
	const most = 1<<32 - 1 // z3's parameter has 32 bits
	if work = min(work, most); prof.work != "" && s.opts[1] != work {
		fmt.Fprintf(w, "(set-option %s %d)\n", prof.work, work)
		s.opts[1] = work
	}
}

// core reads which assumptions are in the core. If this fails, the core stays the set of all assumptions.
func (s *pipe) core(ctx context.Context, assume []*term.Term, lits []string) {
	out, err := s.p.exchange(ctx, helpTime, []byte("(get-unsat-assumptions)\n"))
	if err != nil {
		s.drop()
		return
	}
	if strings.Contains(out, "(error") {
		return
	}
	named := strings.Fields(strings.NewReplacer("(", " ", ")", " ").Replace(out))
	core := []*term.Term{}
	for _, name := range named {
		i := slices.Index(lits, name)
		if i < 0 {
			return
		}
		if !slices.Contains(core, assume[i]) {
			core = append(core, assume[i])
		}
	}
	s.last.core = core
}

// Core implements Solver.
func (s *pipe) Core() []*term.Term {
	if s.last.result != Unsat {
		return nil
	}
	return slices.Clone(s.last.core)
}
