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

// errEnded ends a turn.
var errEnded = errors.New("the budget is used up")

// search is bounded model checking: it unwinds block by block from the start.
type search struct {
	*prover.Kit
	replay *prover.Replayer

	enc vc.Encoding
	u   *unroller
	// pending is the block whose queries were not finished when a turn ended; nil if there is none.
	pending *vc.Successors
	open    []*ir.Obligation // to decide in this turn
	// safe counts, by obligation, the first blocks without a violation. It stays below u.k if a query had no answer or a
	// test did not count; no proof may rely on the unwinding in this case.
	safe map[*ir.Obligation]int
	odd  string // why some test did not count; "" if all did
	cuts int    // number of cut points in the program
	// first is the length of vc.Encoder.Accesses after the first block.
	first int
}

// newSearch returns a search at its beginning.
func newSearch(k *prover.Kit, enc vc.Encoding) (*search, error) {
	s := &search{Kit: k, replay: prover.NewReplayer(k.Name, k.Task, k.Board), enc: enc, open: slices.Clone(k.Task.Asked()),
		safe: map[*ir.Obligation]int{}}
	return s, s.restart()
}

// restart begins the unwinding again, in the encoding s.enc.
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

// close closes the solver and the machine.
func (s *search) close() {
	if s.u != nil {
		s.u.q.Close()
	}
	s.replay.Close()
}

// deepen unwinds one more block. The result is not nil if it decides the task.
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
		if again { // unwind again to the same depth in the other encoding
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

// block executes one block. again reports that the encoding is not precise enough.
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
		s.pending = nil // the frontier has its states now
	}
	return again, res, err
}

// ask searches for violations in block b, and then makes its states the frontier. again reports that the encoding is
// not precise enough.
func (s *search) ask(ctx context.Context, b *vc.Successors) (again bool, res verify.Result, err error) {
	u := s.u
	if u.k == 1 {
		s.first = len(u.e.Accesses)
	}
	if s.enc == vc.Ints && u.e.Approx > 0 {
		return true, nil, nil
	}
	// Obligations that the other encoding has shown to hold up to this depth are skipped.
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
		break // without an answer, safe stays below u.k
	}
	u.feasible(ctx, b)
	return false, nil, nil
}

// trial is the result of a test.
type trial struct {
	unsafe *verify.Unsafe
	text   string // why it does not count
}

// try runs the test of a model that violates o. It returns nil if there was no time.
func (s *search) try(ctx context.Context, m *term.Model, o *ir.Obligation) *trial {
	r := s.replay.Run(ctx, s.u.e.Records(m), fmt.Sprintf("%s, %d blocks", s.Name, s.u.k), o,
		func(o *ir.Obligation) bool { return slices.Contains(s.open, o) })
	if r.Cancelled {
		return nil
	}
	return &trial{unsafe: r.Unsafe, text: r.Why}
}

// another repeats the query with small inputs and valid accesses, and tries its model, since the first model may fill
// the memory or make invalid accesses. It returns the new result, or the first one, why, if there is no new one.
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

// complete returns the result if no execution is longer than the unwinding.
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
			depth[l] = s.u.depth[l] // 0 if it was not reached
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

// unknown returns the result if the search has decided nothing. If reason is "", the result gives the depth as its
// reason.
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

// publishDepth publishes the depth up to which the program is safe. A block may end at any cut point, so the published
// depth for one loop is the number of blocks divided by the number of cut points.
func (s *search) publishDepth() {
	k := s.depth() - 1
	if s.Board == nil || s.cuts == 0 || k < s.cuts || k&(k-1) != 0 {
		return // publish at powers of two only
	}
	for _, f := range s.Task.Program.Funcs {
		if s.u.e.IsCut(f.Entry) && f.Entry.Loop == nil {
			return // cut points at calls are not loop heads
		}
	}
	if s.Board == nil {
		return
	}
	f := verify.Fact{Payload: &verify.Holds{Obligations: s.open}, Producer: s.Name, Status: verify.Claimed,
		Scope: verify.Scope{Depth: k / s.cuts}}
	if _, err := s.Board.Publish(f); err != nil { // only this fact is lost
		s.Task.Log.Debug("fact not published", "error", err)
	}
}
