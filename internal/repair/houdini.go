package repair

import (
	"context"
	"fmt"

	"github.com/tandem-verifier/tandem/internal/check/triple"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// search calls find with a new session. A panic in find can only come from ill-sorted terms, of a formula that
// ir.CheckExpr accepts by mistake; it becomes an error.
func search(ctx context.Context, p *ir.Program, obls []*ir.Obligation, cfg triple.Config,
	find func(s *triple.Session) error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the search failed: %v", r)
		}
	}()
	s, stop, err := triple.NewSession(ctx, p, obls, cfg)
	if err != nil {
		return err
	}
	defer stop()
	return find(s)
}

// failing returns the claims that a step does not show in any encoding. It returns an error if a goal without a claim
// fails: the error location is then not excluded.
func failing(s *triple.Session, st *triple.Step) ([]triple.Claim, error) {
	var fails map[triple.Claim]bool
	for _, enc := range s.Encodings() {
		now, err := failingIn(s, st, enc, fails)
		if err != nil {
			return nil, err
		}
		if fails = now; len(fails) == 0 {
			return nil, nil
		}
	}
	var out []triple.Claim
	for k := range fails {
		if k.Expr == nil {
			return nil, fmt.Errorf("%s: the error is not excluded by what is inductive", st.Name())
		}
		out = append(out, k)
	}
	return out, nil
}

// failingIn returns those of the given claims (nil: all claims of the step) that a step does not show in one encoding.
// It queries all of them together first, and then goal by goal.
func failingIn(s *triple.Session, st *triple.Step, enc triple.Encoding,
	among map[triple.Claim]bool) (map[triple.Claim]bool, error) {
	question, err := s.Ask(st, enc)
	if err != nil {
		return nil, err
	}
	defer question.Close()
	fails := map[triple.Claim]bool{}
	claims := question.Claims()
	var open []int
	for i, k := range claims {
		if among == nil || among[k] {
			open = append(open, i)
		}
	}
	if len(open) == 0 || question.Follows(open, 1) {
		return fails, nil
	}
	for _, i := range open {
		if k := claims[i]; !fails[k] && !question.Follows([]int{i}, len(open)) {
			fails[k] = true
		}
	}
	return fails, nil
}
