package flow

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// TargetKind is the kind of an abstract object.
type TargetKind uint8

// The kinds of abstract objects.
const (
	GlobalObj TargetKind = iota + 1 // a global object: one instance
	LocalObj                        // all instances of an object of a function
	AllocObj                        // all objects made by one Alloc edge
	FreshObj                        // all objects that one Ptr Input edge makes
	FuncCode                        // a function: its address, no bytes
)

// Target is an abstract object to which a pointer may point.
type Target struct {
	ID   int // index in Points.Targets
	Kind TargetKind
	Obj  *ir.Object // for GlobalObj and LocalObj
	Edge *ir.Edge   // for AllocObj and FreshObj: the edge that makes the objects
	Func *ir.Func   // for FuncCode: the function; else the function that makes the objects, nil for globals
	Size int64      // in bytes; -1 if it is not constant
}

// String returns a short name: @g, f.x, alloc#3, fresh#0 (each with the number of the site), func(f).
func (t *Target) String() string {
	switch t.Kind {
	case GlobalObj:
		return "@" + t.Obj.Name
	case LocalObj:
		return t.Func.Name + "." + t.Obj.Name
	case FuncCode:
		return "func(" + t.Func.Name + ")"
	}
	kind := "alloc"
	if t.Kind == FreshObj {
		kind = "fresh"
	}
	if s := ir.SiteOf(t.Edge.Stmt); s != nil {
		return fmt.Sprintf("%s#%d", kind, s.ID)
	}
	return fmt.Sprintf("%s@%s.%d", kind, t.Func.Name, t.Edge.ID)
}

// Set is a set of abstract objects, ordered by ID.
type Set []*Target

// Has reports whether t is in the set.
func (s Set) Has(t *Target) bool {
	_, ok := slices.BinarySearchFunc(s, t, func(a, b *Target) int { return a.ID - b.ID })
	return ok
}

// Overlaps reports whether the sets have a common element.
func (s Set) Overlaps(o Set) bool {
	for i, j := 0, 0; i < len(s) && j < len(o); {
		switch d := s[i].ID - o[j].ID; {
		case d == 0:
			return true
		case d < 0:
			i++
		default:
			j++
		}
	}
	return false
}

func (s Set) String() string {
	names := make([]string, len(s))
	for i, t := range s {
		names[i] = t.String()
	}
	return "{" + strings.Join(names, ", ") + "}"
}

// setOf orders ts by ID and drops repeats.
func setOf(ts []*Target) Set {
	slices.SortFunc(ts, func(a, b *Target) int { return a.ID - b.ID })
	return slices.Compact(ts)
}
