package linear

import "github.com/tandem-verifier/tandem/internal/domain"

// Dense is a relational domain over the coordinates 0..n-1 of one block, n being part
// of the element: what package blocks makes a Domain of by keeping dimensions that
// nothing relates apart. Forms and constraints speak of coordinates where those of a Domain
// speak of dimensions. Elements are immutable; binary operations get elements of the same n.
type Dense[B any] interface {
	Top(n int) B
	Size(b B) int
	IsBottom(b B) bool
	Leq(a, b B) bool
	Join(a, b B) B
	Meet(a, b B) B
	Widen(old, next B, at domain.Thresholds) B
	Narrow(old, next B) B
	Forget(b B, i int) B // i stays, unconstrained
	Assign(b B, i int, f Form) B
	Assume(b B, c Cons) B
	Bounds(b B, f Form) (lo, hi domain.Wide)
	Constraints(b B) []Cons
	// Remap has n coordinates: i of b becomes to[i], or is projected away where that is
	// negative. No two become the same; the others are unconstrained.
	Remap(b B, n int, to []int) B
	// Groups are the coordinates that relations hold together, each once; a coordinate
	// that is related to no other, which may be bounded, is a group of its own. Sorted.
	Groups(b B) [][]int
}
