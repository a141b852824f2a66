package vc

import (
	"context"
	"testing"

	"github.com/tandem-verifier/tandem/internal/flow/flowtest"
	"github.com/tandem-verifier/tandem/internal/term"
)

// until is a context that ends when c has at least most terms.
type until struct {
	context.Context
	c    *term.Ctx
	most int
}

func (u *until) Err() error {
	if u.c.Len() >= u.most {
		return context.Canceled
	}
	return nil
}

// TestLeft checks that a step that takes long, such as an access to pointers in bytes, ends soon after its context,
// counted in terms and not in time. The encoder can be used afterwards: its next result is the same as without the
// interruption.
func TestLeft(t *testing.T) {
	const late, large = 1500, 60_000 // the context is checked every 256 terms, and making one term may make others
	left := 0
	for seed := range uint64(40) {
		p := flowtest.Random(seed, 15)
		encode := func(e *Encoder, most int) (n, next int, err error) {
			b, err := e.Advance(&until{context.Background(), e.C, most}, Frontier{e.Start(): e.Initial()})
			if err != nil {
				return 0, 0, err
			}
			for _, s := range b.Next {
				n += len(s.Conds())
			}
			return n + len(b.Bad) + len(b.Done), len(b.Next), nil
		}
		free := New(term.New(), p, Options{Enc: Bits})
		n, next, whole := encode(free, large)
		if made := free.C.Len(); whole != nil && made > large+late {
			t.Errorf("seed %d: %d terms after the end", seed, made-large)
		}
		for most := 500; most < free.C.Len() && most < 20_000; most += 6000 {
			e := New(term.New(), p, Options{Enc: Bits})
			if _, _, err := encode(e, most); err == nil {
				continue
			} else if made := e.C.Len() - most; err != context.Canceled || made > late {
				t.Errorf("seed %d: %v, %d terms after the end", seed, err, made)
			}
			if left++; whole != nil {
				continue
			}
			e.Events, e.Accesses = nil, nil
			if n2, next2, err := encode(e, 2*large); err != nil || n2 != n || next2 != next {
				t.Errorf("seed %d, left after %d terms: %d and %d, want %d and %d: %v", seed, most, n2, next2, n, next, err)
			}
		}
	}
	if left < 10 {
		t.Errorf("only %d were left", left)
	}
}
