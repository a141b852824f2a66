package bmc

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/prover"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

var errEnded = errors.New("the budget is used up")

// search is bounded model checking: one block after the other from the start.
type search struct {
	*prover.Kit
	replay *prover.Replayer

	enc vc.Encoding
	u   *unroller
	// pending is the block at which a turn ended; nil: none.
	pending *vc.Successors
	open    []*ir.Obligation
	// safe counts, by obligation, the first blocks without a violation. It stays below u.k where a question was not
	// answered or a test did not count: then no proof may stand on it.
	safe map[*ir.Obligation]int
	odd  string // why some test did not count
	cuts int    // locations that are cut points
	// first is the number of accesses in the first block, as vc counts them.
	first int
}

func newSearch(ctx context.Context, name string, t *verify.Task, b *verify.Board, enc vc.Encoding) (*search, error) {
	k, err := prover.NewKit(ctx, name, t, b)
	if err != nil {
		return nil, err
	}
	s := &search{Kit: k, replay: prover.NewReplayer(name, t, b), enc: enc, open: slices.Clone(t.Asked()),
		safe: map[*ir.Obligation]int{}}
	return s, s.restart()
}

// restart begins again in the present encoding.
func (s *search) restart() error {
	s.pending = nil
	if s.u != nil {
		s.u.q.Close()
	}
	q, err := s.Asker(vc.Options{Enc: s.enc, Proved: s.Board.Proved()}, smt.Config{})
	if err != nil {
		return err
	}
	e := q.E
	s.u = &unroller{q: q, e: e, f: vc.Frontier{e.Start(): e.Initial()}, depth: map[*ir.Loc]int{}}
	if e.IsCut(e.Start().Loc) {
		s.u.depth[e.Start().Loc] = 1
	}
	s.cuts = 0
	for _, f := range s.Task.Program.Funcs {
		s.cuts += len(e.Cuts(f))
	}
	return nil
}

func (s *search) close() {
	if s.u != nil {
		s.u.q.Close()
	}
	s.replay.Close()
}

// deepen unwinds one block more. The result is not nil if it decides the task.
func (s *search) deepen(ctx context.Context) (verify.Result, error) {
	goal := s.u.k + 1
	for {
		if s.M.Ended(ctx) {
			return nil, errEnded
		}
		again, res, err := s.block(ctx)
		if err != nil || res != nil {
			return res, err
		}
		if again { // in the other encoding, up to the same depth
			s.Task.Log.Progress(s.Name, "depth %d: with bit-vectors from here", goal-1)
			s.enc = vc.Bits
			if err := s.restart(); err != nil {
				return nil, err
			}
		}
		if s.u.k >= goal || len(s.u.f) == 0 {
			break
		}
	}
	if len(s.u.f) == 0 {
		return s.complete(ctx), nil
	}
	s.publishDepth()
	return nil, nil
}

// block does one block; again says that the encoding is not good enough.
func (s *search) block(ctx context.Context) (again bool, res verify.Result, err error) {
	u := s.u
	b := s.pending
	if b == nil {
		if b, err = u.next(ctx, u.f); err != nil {
			return false, nil, err
		}
	}
	s.pending = b
	if again, res, err = s.ask(ctx, b); err == nil && res == nil {
		s.pending = nil // its states are the frontier
	}
	return again, res, err
}

// ask looks for violations in a block, and makes its states the frontier.
func (s *search) ask(ctx context.Context, b *vc.Successors) (again bool, res verify.Result, err error) {
	u := s.u
	if u.k == 1 {
		s.first = len(u.e.Accesses)
	}
	if s.enc == vc.Ints && u.e.Approx > 0 {
		return true, nil, nil
	}
	// Obligations that the other encoding has shown to hold up to here are not asked again.
	var ask []*ir.Obligation
	for _, o := range s.open {
		if s.safe[o] < u.k {
			ask = append(ask, o)
		}
	}
	for len(ask) > 0 {
		bad := bads(b, ask)
		var gs []*term.Term
		for _, x := range bad {
			gs = append(gs, u.e.Guard(x.State))
		}
		r, m := u.q.Sat(ctx, 2, 0, true, u.e.C.Or(gs...))
		if r == smt.Unsat {
			for _, o := range ask {
				if s.safe[o] == u.k-1 {
					s.safe[o] = u.k
				}
			}
			break
		}
		if r == smt.Sat {
			i := slices.IndexFunc(gs, func(g *term.Term) bool { return u.q.Holds(m, g) })
			if i >= 0 {
				why := s.try(ctx, m, bad[i].Obligation)
				if why != nil && why.unsafe == nil && s.enc == vc.Bits {
					why = s.another(ctx, gs[i], bad[i].Obligation, why)
				}
				if why == nil {
					return false, nil, errEnded
				}
				if why.unsafe != nil {
					return false, why.unsafe, nil
				}
				s.odd = why.text
				if u.e.Approx > 0 {
					s.odd += " (approximated: " + u.e.Why + ")"
				}
				if s.enc == vc.Ints {
					return true, nil, nil
				}
				ask = slices.DeleteFunc(ask, func(o *ir.Obligation) bool { return o == bad[i].Obligation })
				continue
			}
		}
		if s.M.Ended(ctx) {
			return false, nil, errEnded
		}
		if s.enc == vc.Ints {
			return true, nil, nil
		}
		break // not answered: safe stays below u.k
	}
	u.feasible(ctx, b)
	return false, nil, nil
}

// trial is what came of a test.
type trial struct {
	unsafe *verify.Unsafe
	text   string // why it does not count
}

// try runs the test of a model; nil if there was no time for it.
func (s *search) try(ctx context.Context, m *term.Model, o *ir.Obligation) *trial {
	r := s.replay.Run(ctx, s.u.e.Records(m), fmt.Sprintf("%s, %d blocks", s.Name, s.u.k), o,
		func(o *ir.Obligation) bool { return slices.Contains(s.open, o) })
	if r.Cancelled {
		return nil
	}
	return &trial{unsafe: r.Unsafe, text: r.Why}
}

// another tries again with small inputs and valid accesses: a model likes to fill the
// memory, or to write where it must not.
func (s *search) another(ctx context.Context, g *term.Term, o *ir.Obligation, why *trial) *trial {
	c := s.u.e.C
	valid := append(allValid(s.u.q), g)
	small := slices.Clone(valid)
	for _, ev := range s.u.e.Events {
		if ev.Value != nil && ev.Type.Kind == ir.Int && ev.Type.Bits > 10 {
			t, w := ev.Value.T, int(ev.Type.Bits)
			small = append(small, c.BVUle(c.BVAdd(t, c.BV(2, w)), c.BV(500, w)))
		}
	}
	for _, ts := range [][]*term.Term{small, valid} {
		r, m := s.u.q.Sat(ctx, 8, 0, false, ts...)
		if r != smt.Sat {
			continue
		}
		if why = s.try(ctx, m, o); why == nil || why.unsafe != nil {
			return why
		}
	}
	return why
}

// complete returns the result where no execution is longer than the unwinding.
func (s *search) complete(ctx context.Context) verify.Result {
	var done []*ir.Obligation
	for _, o := range s.open {
		if s.safe[o] >= s.u.k {
			done = append(done, o)
		}
	}
	reason := ""
	if len(done) < len(s.open) {
		reason = "the unwinding is complete, but not all of it was decided"
		if s.odd != "" {
			reason = "the unwinding is complete, but a test does not count: " + s.odd
		}
	}
	if len(done) == 0 {
		return s.unknown(reason)
	}
	depth := map[*ir.Loc]int{}
	for _, f := range s.Task.Program.Funcs {
		for _, l := range s.u.e.Cuts(f) {
			depth[l] = s.u.depth[l] // also 0
		}
	}
	bad := map[*ir.Edge]bool{}
	invalid(ctx, s.u.q, 0, len(s.u.e.Accesses), bad)
	return &verify.Safe{Obligations: done, Proof: &verify.Unwinding{Depth: depth}, Assuming: assuming(bad), Rest: reason}
}

// depth returns the number of first blocks without a violation of any open obligation.
func (s *search) depth() int {
	d := s.u.k
	for _, o := range s.open {
		d = min(d, s.safe[o])
	}
	return d
}

func (s *search) unknown(reason string) *verify.Unknown {
	if reason == "" {
		reason = fmt.Sprintf("no violation up to depth %d", s.depth()-1)
		if s.depth() == 0 {
			reason = "not even the executions before the first loop were decided"
		}
		if s.odd != "" {
			reason += "; a test beyond does not count: " + s.odd
		}
	}
	return &verify.Unknown{Reason: reason, Left: &verify.Condition{Obligations: s.open}}
}

// publishDepth tells how deep the program is safe. Blocks are counted over all
// cut points together, so n loop heads share them.
func (s *search) publishDepth() {
	k := s.depth() - 1
	if s.Board == nil || s.cuts == 0 || k < s.cuts || k&(k-1) != 0 {
		return // at powers of two: enough for those who look
	}
	for _, f := range s.Task.Program.Funcs {
		if s.u.e.IsCut(f.Entry) && f.Entry.Loop == nil {
			return // calls are no visits of loop heads
		}
	}
	if s.Board == nil {
		return
	}
	f := verify.Fact{Payload: &verify.Holds{Obligations: s.open}, Producer: s.Name, Status: verify.Claimed,
		Scope: verify.Scope{Depth: k / s.cuts}}
	if _, err := s.Board.Publish(f); err != nil { // nothing but the fact is lost
		s.Task.Log.Debug("fact not published", "error", err)
	}
}
