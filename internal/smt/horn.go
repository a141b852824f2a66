package smt

// Horn clauses are decided by Spacer, an engine of z3: A. Komuravelli, A. Gurfinkel, S. Chaki, "SMT-based model
// checking for recursive programs", CAV 2014.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/term"
)

// horn is a HornSolver that runs a process for each system.
type horn struct {
	c    *term.Ctx
	cfg  Config
	path string
	prof profile
}

// OpenHorn makes a solver of Horn clauses. It returns ErrNoSolver if no known solver of Horn clauses is found.
func OpenHorn(c *term.Ctx, cfg Config) (HornSolver, error) {
	if cfg.Path != "" {
		path, prof, err := cfg.find()
		if err != nil {
			return nil, err
		}
		return &horn{c, cfg, path, prof}, nil
	}
	for _, f := range Known() {
		if f.Horn && f.Path != "" {
			return &horn{c, cfg, f.Path, profileOf(f.Path)}, nil
		}
	}
	return nil, ErrNoSolver
}

// Horn implements HornSolver.
func (h *horn) Horn(ctx context.Context, b Budget, clauses []*term.Term) (Answer, *term.Model) {
	if a, ended := endedBy(ctx); ended {
		return a, nil
	}
	args := h.prof.args
	if h.cfg.Args != nil {
		args = h.cfg.Args
	}
	p, err := start(h.path, args, h.cfg.memory(b))
	if err != nil {
		return unknown(err.Error()), nil
	}
	defer p.kill()
	var w bytes.Buffer
	w.WriteString("(set-option :print-success false)\n")
	for _, o := range h.cfg.Options {
		fmt.Fprintf(&w, "(set-option %s)\n", o)
	}
	limit := b.limit(ctx)
	if limit > 0 && h.prof.time != "" {
		fmt.Fprintf(&w, "(set-option %s %d)\n", h.prof.time, max(clock.OnWall(ctx, limit).Milliseconds(), 1))
	}
	if b.Work > 0 && h.prof.work != "" {
		fmt.Fprintf(&w, "(set-option %s %d)\n", h.prof.work, min(b.Work, 1<<32-1))
	}
	w.WriteString("(set-logic HORN)\n")
	for _, d := range term.Decls(clauses...) {
		fmt.Fprintf(&w, "%v\n", d)
	}
	for _, t := range clauses {
		if a, ended := endedBy(ctx); ended {
			return a, nil
		}
		mustBool(t)
		fmt.Fprintf(&w, "(assert %s)\n", term.Print(t))
	}
	w.WriteString("(check-sat)\n")
	counted := b.Work > 0 && h.prof.count != ""
	if counted { // the process is new, so its count has the work of this query only
		fmt.Fprintf(&w, "%s\n", h.prof.count)
	}
	begin, within := clock.Now(ctx), time.Duration(0)
	if limit > 0 {
		within = limit + 4*h.cfg.grace()
	}
	out, err := p.exchange(ctx, within, w.Bytes())
	if err != nil {
		a := fault(ctx, err)
		a.Work = b.Work
		return a, nil
	}
	work := uint64(0)
	if lines := strings.Split(strings.TrimSpace(out), "\n"); counted && len(lines) > 1 {
		if n, ok := countOf(lines[len(lines)-1]); ok {
			work, out = n, strings.Join(lines[:len(lines)-1], "\n")
		}
	}
	a, m := h.read(ctx, p, out, b, limit, clock.Now(ctx)-begin)
	a.Work = work
	return a, m
}

// read returns the solver's answer. After sat it reads the model.
func (h *horn) read(ctx context.Context, p *proc, out string, b Budget, limit, took time.Duration) (Answer,
	*term.Model) {
	switch out = strings.TrimSpace(out); {
	case out == "unsat":
		return Answer{Result: Unsat}, nil
	case out == "unknown" && limit > 0 && took >= limit*9/10, out == "timeout":
		return unknown(ReasonTime), nil
	case out == "unknown" && b.Work > 0:
		return unknown(ReasonWork), nil
	case out == "unknown":
		return unknown("no reason given"), nil
	case oom(out):
		return unknown(ReasonMemory), nil
	case out != "sat":
		return unknown("solver says " + quoteFirst(out)), nil
	}
	out, err := p.exchange(ctx, modelTime, []byte("(get-model)\n"))
	if err != nil {
		return Answer{Result: Sat, Reason: "no model: " + err.Error()}, nil
	}
	m, err := h.interpretation(out)
	if err != nil {
		return Answer{Result: Sat, Reason: "no model: " + err.Error()}, nil
	}
	return Answer{Result: Sat}, m
}

// interpretation parses the model.
func (h *horn) interpretation(text string) (*term.Model, error) {
	xs, err := term.ParseSExprs(strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	if len(xs) != 1 {
		return nil, errors.New(quoteFirst(text))
	}
	return h.c.ParseModel(xs[0])
}
