package testgen

import (
	"context"
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Alone is the coverage of the XML files of a suite without the harness.
type Alone struct {
	Covered int // goals
	// the variables and memory with arbitrary initial contents, with their positions: the files cannot contain these
	// values
	Without []string
}

// FilesAlone runs the cases with the inputs that their XML files contain: results of calls in their order. The initial
// contents of variables and memory are zero, and inputs of library functions are as in the test. It returns nil if the
// files contain all inputs.
func FilesAlone(ctx context.Context, p *ir.Program, m exec.Machine, goals []*Goal, cases []*Case) *Alone {
	out := &Alone{}
	reached := map[int]bool{}
	alone := NewSuite(p, goals)
	for _, c := range cases {
		var calls, rest []ir.Record
		whole := true
		for _, r := range c.Test.Records {
			s := p.Sites[r.Site]
			switch {
			case called(s, r):
				calls = append(calls, r)
			case s.Kind == ir.Uninit || s.Kind != ir.Library && exec.IsBytes(s, r.Off):
				whole = whole && r.Bits == 0
				if text := fmt.Sprintf("%s (%s)", s.Name, s.Pos); !slices.Contains(out.Without, text) {
					out.Without = append(out.Without, text)
				}
			default:
				rest = append(rest, r)
			}
		}
		if whole {
			for _, g := range c.Goals {
				reached[g] = true
			}
			continue
		}
		others := exec.Chain(exec.FromRecords(p, rest), exec.Zeros())
		r, err := m.Run(ctx, exec.InputFunc(func(k ir.Key, s *ir.Site, t ir.Type) (uint64, bool) {
			if !called(s, ir.Record{Key: k, Type: t}) {
				return others.Next(k, s, t)
			}
			if len(calls) == 0 {
				return 0, false
			}
			v := calls[0].Bits
			calls = calls[1:]
			return v, true
		}))
		if err == nil {
			alone.Add(r)
		}
	}
	if len(out.Without) == 0 {
		return nil
	}
	for _, g := range goals {
		if reached[g.ID] || alone.Reached(g) {
			out.Covered++
		}
	}
	return out
}
