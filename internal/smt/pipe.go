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

// pipe is a Solver that talks to a process. Push, Pop and Assert only change
// the stack kept here; Check brings the process to the same stack, sending what it
// does not have. So a process may die: the next Check sends everything again to a new one.
type pipe struct {
	c    *term.Ctx
	cfg  Config
	path string
	prof profile

	closed bool
	levels []bunch
	ids    int // of levels

	p    *proc
	enc  *encoder
	sent []sentLevel // what p has; sent[0] is the base
	opts [2]uint64   // time and work in force

	last lastCheck
}

type bunch struct { // of assertions
	id int
	ts []*term.Term
}

type sentLevel struct{ id, n int }

// lastCheck is the query that Model and Core refer to.
type lastCheck struct {
	result Result
	terms  []*term.Term // all that was asserted and assumed, after Sat
	core   []*term.Term
	check  string      // the command
	query  *modelQuery // after Sat: what to ask for, once asked
	raw    string      // its answer
	err    error
	model  *term.Model
}

// openPipe makes a solver with a process of its own; ErrNoSolver if there is none.
// The process starts with the first Check. Where it is asked for, what it is sent is written down.
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

func (s *pipe) Push() {
	s.ids++
	s.levels = append(s.levels, bunch{id: s.ids})
}

func (s *pipe) Pop() {
	if len(s.levels) == 1 {
		panic("smt: Pop without Push")
	}
	s.levels = s.levels[:len(s.levels)-1]
}

func (s *pipe) Assert(ts ...*term.Term) {
	top := &s.levels[len(s.levels)-1]
	for _, t := range ts {
		mustBool(t)
		top.ts = append(top.ts, t)
	}
}

func mustBool(t *term.Term) {
	if t.Sort() != term.BoolSort {
		panic("smt: a formula of sort " + t.Sort().String())
	}
}

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

// start runs a process and sends the prelude of a session without waiting for its answer.
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

// A process that has defined so many terms is replaced by one that knows only
// those of the stack.
const maxDefined = 300_000

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
		// The solver needs time to read its input, or a large problem would be killed
		// again and again while it is sent.
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

// split takes the two counts of work off an answer that stands between them.
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

func countOf(line string) (uint64, bool) {
	words := strings.Fields(strings.Trim(line, "() "))
	if len(words) == 0 {
		return 0, false
	}
	n, err := strconv.ParseUint(words[len(words)-1], 10, 64)
	return n, err == nil
}

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

func oom(text string) bool {
	for _, s := range []string{"out of memory", "bad_alloc", "annot allocate memory", "memout", "max. memory exceeded"} {
		if strings.Contains(text, s) {
			return true
		}
	}
	return false
}

// helpTime bounds the small exchanges after an answer.
const helpTime = 2 * time.Second

func (s *pipe) whyUnknown(ctx context.Context, b Budget, took, limit time.Duration) Answer {
	out, err := s.p.exchange(ctx, helpTime, []byte("(get-info :reason-unknown)\n"))
	if err != nil {
		s.drop()
		return fault(ctx, err)
	}
	why := strings.Trim(strings.TrimPrefix(strings.TrimSpace(out), "(:reason-unknown"), " ()\"")
	switch {
	case oom(why):
		// z3 goes on, but its memory is full.
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

// write makes the text before a check: from the stack of the process to ours,
// limits, and the literals of the assumptions, which it returns.
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

// options sets the limits of the query where they differ from those in force.
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

// core asks which assumptions were needed; all of them is a right answer, too.
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
