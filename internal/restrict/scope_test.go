package restrict

import (
	"slices"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
)

func TestPathRanges(t *testing.T) {
	var paths []Path
	for n := range 4 {
		for i := range 1 << n {
			p := make([]byte, n)
			for k := range p {
				p[k] = "TF"[i>>k&1]
			}
			paths = append(paths, Path(p))
		}
	}
	ranges := []*PathRange{}
	for _, lo := range paths {
		ranges = append(ranges, &PathRange{Lo: lo, NoUpper: true})
		for _, hi := range paths {
			ranges = append(ranges, &PathRange{Lo: lo, Hi: hi}, &PathRange{Lo: lo, Hi: hi, Before: true})
		}
	}
	// Longer paths distinguish ranges that agree on short paths.
	long := append([]Path{}, paths...)
	for _, p := range paths {
		long = append(long, p+"TTTT", p+"FFFF")
	}
	for _, r := range ranges {
		// The definition: Lo <= p <= Hi or p extends Hi, and p < Hi.
		end, ends := r.End()
		for _, p := range long {
			in := ComparePaths(r.Lo, p) <= 0
			switch {
			case r.NoUpper:
			case r.Before:
				in = in && ComparePaths(p, r.Hi) < 0
			default:
				in = in && (ComparePaths(p, r.Hi) <= 0 || strings.HasPrefix(string(p), string(r.Hi)))
			}
			if half := ComparePaths(r.Lo, p) <= 0 && (!ends || ComparePaths(p, end) < 0); r.Contains(p) != in || half != in {
				t.Fatalf("%s has %q: %v, before its end: %v, want %v", r, p, r.Contains(p), half, in)
			}
			if in && r.Empty() {
				t.Fatalf("%s is empty, and has %q", r, p)
			}
		}
		for _, s := range ranges {
			lacks := slices.IndexFunc(long, func(p Path) bool { return s.Contains(p) && !r.Contains(p) })
			if r.Covers(s) != (lacks < 0) {
				t.Fatalf("%s covers %s: %v", r, s, r.Covers(s))
			}
		}
		if !r.Covers(r) {
			t.Errorf("%+v does not cover itself", r)
		}
	}
}

// TestBounds checks that each path is in exactly one of the half-open ranges between the same bounds.
func TestBounds(t *testing.T) {
	bounds := []Path{"", "T", "TTF", "TF", "FT", "FTT", "FF"}
	for _, p := range []Path{"", "T", "TT", "TTT", "TTF", "TTFF", "TF", "TFTT", "F", "FT", "FTF", "FTTT", "FF", "FFFF"} {
		n := 0
		for i, lo := range bounds {
			r := &PathRange{Lo: lo, NoUpper: i == len(bounds)-1}
			if !r.NoUpper {
				r.Hi, r.Before = bounds[i+1], true
			}
			if r.Contains(p) {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%q is in %d ranges", p, n)
		}
	}
	here, there := strings.Repeat("0", formDigits), strings.Repeat("1", formDigits)
	if (&PathRange{NoUpper: true, Form: here}).Covers(&PathRange{Lo: "T", Hi: "T", Form: there}) {
		t.Error("paths of two forms of a program are compared")
	}
}

func TestRange(t *testing.T) {
	r := Range{Type: ir.I8, Lo: 0xfe, Hi: 3} // -2..3
	if r.Size() != 6 || !r.Contains(0xff) || r.Contains(0xfd) || r.Contains(4) {
		t.Errorf("%+v", r)
	}
	if s := (Range{Type: ir.I64, Lo: 1 << 63, Hi: 1<<63 - 1}); s.Size() != 0 {
		t.Error("2^64 values")
	}
}

func TestEdges(t *testing.T) {
	a, b := &ir.Edge{}, &ir.Edge{ID: 1}
	all, one, none := EdgeSet(a, b), EdgeSet(a), Edges{}
	for _, c := range []struct {
		s, t Edges
		want bool
	}{{all, one, true}, {one, all, false}, {one, none, true}, {none, one, false}, {one, Edges{a: true, b: false}, true},
		{nil, all, true}, {one, nil, false}} {
		if got := (Scope{Edges: c.s}).Covers(Scope{Edges: c.t}); got != c.want {
			t.Errorf("%v covers %v: %v", c.s, c.t, got)
		}
	}
	if (Scope{Edges: none}).Whole() {
		t.Error("no edge is not all edges")
	}
}

// TestRegionCovers compares regions whose conditions have the same registers for different inputs.
func TestRegionCovers(t *testing.T) {
	v := &ir.Var{Name: "v", Type: ir.I32}
	cond := ir.NewBinary(ir.Lt, ir.NewRef(v), ir.NewConst(ir.I32, 5))
	a, b := &Region{Cond: cond, Vars: map[int]*ir.Var{0: v}}, &Region{Cond: cond, Vars: map[int]*ir.Var{1: v}}
	if a.covers(b) || !a.covers(a) || !(&Region{}).covers(a) {
		t.Error(a.covers(b), a.covers(a))
	}
}
