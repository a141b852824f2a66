package iat

import (
	"fmt"
	"math"
	"strings"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// subspace is a node of the tree of abstract inputs.
type subspace struct {
	piece
	plain    *tested         // result of the first rung; nil if there is none
	tested   *tested         // result for piece; nil if it was run, or not tested yet
	refined  bool            // piece has the inputs that a backward analysis of the parent left
	fit      float64         // its fitness
	proof    verify.Evidence // nil if the part is split, open, or violated
	how      string          // how it was decided
	box      bool            // the proof is for all inputs of the hull
	idle     int             // halvings in a row that changed nothing
	probed   bool            // a point of this part or of an ancestor was tested
	run      bool            // inputs of the part were run, but perhaps not all
	cut      bool            // a turn ended before the part was tested
	children []*subspace
}

// done reports whether all leaves are proved.
func (x *subspace) done() bool {
	if x.proof != nil {
		return true
	}
	for _, c := range x.children {
		if !c.done() {
			return false
		}
	}
	return len(x.children) > 0
}

// leaves returns the leaves of the tree, from left to right.
func (x *subspace) leaves() []*subspace {
	if len(x.children) == 0 {
		return []*subspace{x}
	}
	var out []*subspace
	for _, c := range x.children {
		out = append(out, c.leaves()...)
	}
	return out
}

// region returns the inputs of a part.
func (e *engine) region(x *subspace) *verify.Region {
	r := &verify.Region{Cond: x.cond, Vars: e.vars}
	if x.box {
		r.Box = e.ranges(x.hull)
	}
	return r
}

// evidence returns the proved leaves of the tree, which cover all inputs if the tree is done. The symbols are the
// inputs of the analysed program.
func (e *engine) evidence() *verify.Cover {
	p := &verify.Cover{}
	for _, x := range e.root.leaves() {
		if x.proof != nil {
			p.Leaves = append(p.Leaves, verify.Leaf{Scope: verify.Scope{Region: e.region(x)}, Here: true, Proof: x.proof})
		}
	}
	return p
}

// ranges returns a hull as ranges of sites. The symbols are sorted by site, and so are the ranges.
func (e *engine) ranges(hull []domain.Range) []verify.Range {
	var out []verify.Range
	for i, r := range hull {
		s := e.symbols[i].Site
		t := s.Type
		out = append(out, verify.Range{Site: s.ID, Type: t, Lo: canonical(t, r.Lo), Hi: canonical(t, r.Hi)})
	}
	return out
}

// canonical returns the bits of v as a value of type t.
func canonical(t ir.Type, v domain.Wide) uint64 { return ir.NewConst(t, int64(v.Bits())).Bits }

// tree returns the text of the tree. If no part was split or tested with symbols, the text is one line that depends on
// r.
func (e *engine) tree(r verify.Result) string {
	x := e.root
	if x == nil {
		x = &subspace{}
		_, violated := r.(*verify.Unsafe)
		run := false // the only point was run (closed)
		for _, ev := range e.proved {
			_, ok := ev.(*verify.Enumerated)
			run = run || ok
		}
		switch {
		case violated:
			x.how = "violated"
		case len(e.open) > 0:
		case run:
			x.proof, x.how = &verify.Enumerated{}, "runs"
		default:
			x.proof, x.how = &verify.Inductive{}, "abstract"
		}
	}
	return x.String()
}

// String returns the tree as text: a line for each part, with its condition, how it was decided, and its fitness.
func (x *subspace) String() string {
	var b strings.Builder
	x.write(&b, "")
	return b.String()
}

// write writes the text of the tree below x.
func (x *subspace) write(b *strings.Builder, indent string) {
	cond := "all inputs"
	if !isTrue(x.cond) {
		cond = ir.ExprString(x.cond)
	}
	fmt.Fprintf(b, "%s%s", indent, cond)
	switch {
	case x.proof != nil:
		fmt.Fprintf(b, ": proved, %s", x.how)
	case x.how != "":
		fmt.Fprintf(b, ": %s", x.how)
	case len(x.children) == 0:
		b.WriteString(": open")
	}
	if x.tested != nil && x.proof == nil && !x.refined && !math.IsInf(x.fit, 0) {
		fmt.Fprintf(b, " (fitness %.3g)", x.fit)
	}
	b.WriteByte('\n')
	for _, c := range x.children {
		c.write(b, indent+"  ")
	}
}
