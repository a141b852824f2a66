package flow_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/flow/flowtest"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestMemo checks that the analysis is made once for all concurrent callers, that a caller whose context ends gets no
// result, and that no caller gets the analysis of another program.
func TestMemo(t *testing.T) {
	p := flowtest.Random(1, 40)
	m := &flow.Memo{Prog: p}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := m.Points(ended, p); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
	var got [4]*flow.Points
	var wg sync.WaitGroup
	for i := range got {
		wg.Go(func() { got[i], _ = m.Points(t.Context(), p) })
	}
	wg.Wait()
	for _, a := range got {
		if a == nil || a != got[0] {
			t.Fatal("not one analysis for all")
		}
	}
	q, _ := ir.Clone(p)
	if a, err := m.Points(t.Context(), q); err != nil || a.Prog != q {
		t.Errorf("of a copy: %v, %v", a, err)
	}
	if a, _ := (*flow.Memo)(nil).Points(t.Context(), p); a == nil || a == got[0] {
		t.Error("kept by nobody")
	}
}
