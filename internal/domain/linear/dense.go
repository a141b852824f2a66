package linear

import "github.com/tandem-verifier/tandem/internal/domain"

// Dense is a relational domain over the coordinates 0..n-1 of one block; each element has its own n. Package blocks
// builds a Domain from a Dense by decomposition. Forms and constraints of a Dense are over coordinates; forms and
// constraints of a Domain are over dimensions. Elements are immutable; binary operations get elements of the same n.
type Dense[B any] interface {
	Top(n int) B
	Size(b B) int // the number n of coordinates
	IsBottom(b B) bool
	Leq(a, b B) bool
	Join(a, b B) B
	Meet(a, b B) B
	Widen(old, next B, at domain.Thresholds) B
	Narrow(old, next B) B
	Forget(b B, i int) B // coordinate i becomes unconstrained
	Assign(b B, i int, f Form) B
	Assume(b B, c Cons) B
	Bounds(b B, f Form) (lo, hi domain.Wide)
	Constraints(b B) []Cons
	// Remap returns an element with n coordinates: coordinate i of b becomes to[i], or is projected away if to[i] is
	// negative. The other numbers of the list to are different. Coordinates that are not in the list are unconstrained.
	Remap(b B, n int, to []int) B
	// Groups returns the partition of the coordinates into groups of related coordinates, sorted. A coordinate that is
	// related to no other, even if it is bounded, is a group of its own.
	Groups(b B) [][]int
}
