package restrict

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// Range is one dimension of a box: the first value read at an input site is in Lo..Hi, both ends included. The bounds
// are truncated to the width of the site's type and ordered by its signedness.
type Range struct {
	Site int
	Type ir.Type
	Lo   uint64
	Hi   uint64
}

// Size returns the number of values, 0 for 2^64.
func (r Range) Size() uint64 { return num.Trunc(r.Hi-r.Lo, r.Type.Bits) + 1 }

// Contains reports whether the value lies in the range.
func (r Range) Contains(v uint64) bool {
	return !num.Less(v, r.Lo, r.Type.Bits, r.Type.Signed) && !num.Less(r.Hi, v, r.Type.Bits, r.Type.Signed)
}

// Region is a set of entry inputs (paper 1): a box, narrowed by an optional condition. It restricts the first value
// that is read at each site; sites without a range are free. An execution is in the region if each of its first reads
// lies in the range of its site, and the first reads satisfy the condition. The condition counts as satisfied while the
// execution has not read all sites that it mentions. An execution that has not read an input thus is in every region,
// so regions that cover all vectors of inputs cover all executions.
type Region struct {
	Box  []Range         // sorted by Site, at most one each
	Cond ir.Expr         // Bool over Vars; nil: true
	Vars map[int]*ir.Var // by site: the pseudo register for the input in Cond; belongs to no function
}

// covers reports whether every input of t lies in r. It may return false where it cannot decide this.
func (r *Region) covers(t *Region) bool {
	if r.Cond != nil && (r.Cond != t.Cond || !maps.Equal(r.Vars, t.Vars)) {
		return false
	}
	for _, a := range r.Box {
		i, ok := slices.BinarySearchFunc(t.Box, a.Site, func(b Range, site int) int { return cmp.Compare(b.Site, site) })
		if !ok || !a.Contains(t.Box[i].Lo) || !a.Contains(t.Box[i].Hi) {
			return false
		}
	}
	return true
}

// input is the instrumentation for the first value that is read at a site.
type input struct {
	in    *Range  // the range of the value; nil: any value
	seen  *ir.Var // 1 if the site has been read
	value *ir.Var // the value that was read, for the condition; nil if the condition does not mention the site
}

// region adds assumptions after the statements that read inputs:
//
//	x = input #0        x = input #0
//	                    if seen == 0 {
//	                        assume lo <= x; assume x <= hi; if lo == hi: x = lo
//	                        value = x; seen = 1
//	                        if the other inputs of the condition have been seen { assume the condition }
//	                    }
func (w *work) region(s Scope) error {
	r := s.Region
	if r == nil {
		return nil
	}
	sites, cond, err := w.inputs(r)
	if err != nil {
		return fmt.Errorf("region: %w", err)
	}
	if cond != nil && !slices.ContainsFunc(sites, func(x *input) bool { return x != nil && x.value != nil }) {
		w.atStart(cond) // it mentions no input
	}
	for _, f := range w.q.Funcs {
		for _, e := range f.Edges[:len(f.Edges):len(f.Edges)] {
			if in, is := e.Stmt.(*ir.Input); is && sites[in.Site.ID] != nil {
				readSeam(e, in.Dst, sites[in.Site.ID], sites, cond)
			}
		}
	}
	return nil
}

// readSeam adds the instrumentation of the site x after the edge e, which reads the site into dst. sites has all sites
// of the region, and cond is its condition over their value registers, nil if there is none.
func readSeam(e *ir.Edge, dst *ir.Var, x *input, sites []*input, cond ir.Expr) {
	s, to := seamAfter(e)
	s.when(is(x.seen, 0), func() {
		if d := x.in; d != nil {
			if d.Lo != num.MinOf(d.Type.Bits, d.Type.Signed) {
				s.assume(&ir.Binary{Op: ir.Le, X: ir.NewBits(d.Type, d.Lo), Y: ir.NewRef(dst)})
			}
			if d.Hi != num.MaxOf(d.Type.Bits, d.Type.Signed) {
				s.assume(&ir.Binary{Op: ir.Le, X: ir.NewRef(dst), Y: ir.NewBits(d.Type, d.Hi)})
			}
		}
		if d := x.in; d != nil && d.Lo == d.Hi {
			s.set(dst, ir.NewBits(d.Type, d.Lo)) // the value that it has: constants fold where it is read
		}
		s.set(x.seen, ir.NewConst(ir.U8, 1))
		if x.value == nil {
			return
		}
		s.set(x.value, ir.NewRef(dst))
		var all []ir.Expr
		for _, y := range sites {
			if y != nil && y.value != nil {
				all = append(all, is(y.seen, 1))
			}
		}
		s.when(ir.NewAnd(all...), func() { s.assume(cond) })
	})
	s.end(to)
}

// inputs returns the instrumentation of each site of r, by site number (nil for sites that r does not mention). cond is
// the condition of r over the registers that hold the values read; nil if r has none.
func (w *work) inputs(r *Region) (sites []*input, cond ir.Expr, err error) {
	sites = make([]*input, len(w.q.Sites))
	at := func(site int, t ir.Type) (*input, error) {
		if site < 0 || site >= len(sites) {
			return nil, fmt.Errorf("no input site #%d", site)
		}
		switch st := w.q.Sites[site]; {
		case st.Type != t:
			return nil, fmt.Errorf("input site #%d (%s) has type %s, not %s", site, st.Key, st.Type, t)
		case t.Kind == ir.Ptr || t.Kind == ir.None:
			return nil, fmt.Errorf("the value read at input site #%d (%s) is no number: %s", site, st.Key, t)
		}
		if sites[site] == nil {
			sites[site] = &input{seen: w.global(fmt.Sprintf("region.seen.%d", site), ir.U8)}
		}
		return sites[site], nil
	}
	for _, d := range r.Box {
		x, err := at(d.Site, d.Type)
		if err != nil {
			return nil, nil, err
		}
		if d.Type.Kind != ir.Int {
			return nil, nil, fmt.Errorf("a range at input site #%d, which reads no integers: %s", d.Site, d.Type)
		}
		if x.in != nil {
			return nil, nil, fmt.Errorf("two ranges at input site #%d", d.Site)
		}
		x.in = &d
	}
	if r.Cond == nil {
		return sites, nil, nil
	}
	site := map[*ir.Var]int{}
	for n, v := range r.Vars {
		if _, two := site[v]; two {
			return nil, nil, errors.New("one register stands for two inputs")
		}
		site[v] = n
	}
	// Replace the pseudo registers of the condition by the registers that hold the values read.
	values := map[*ir.Var]*ir.Var{}
	ir.Vars(r.Cond, func(v *ir.Var) {
		n, known := site[v]
		switch {
		case err != nil || values[v] != nil:
		case !known:
			err = fmt.Errorf("%s in the condition is no input", v.Name)
		default:
			var x *input
			if x, err = at(n, v.Type); err == nil {
				x.value = w.global("region.value."+v.Name, v.Type)
				values[v] = x.value
			}
		}
	})
	if err != nil {
		return nil, nil, err
	}
	sub := &ir.Subst{Var: func(v *ir.Var) *ir.Var { return values[v] }}
	return sites, sub.Expr(r.Cond), nil
}
