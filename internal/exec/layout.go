package exec

import (
	"fmt"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// Rules that both machines follow in addition to the semantics in package ir; tests
// check each rule in both.
//
//  1. Instances are numbered from 1 in the order of their creation; global object
//     k is instance k+1. Number 0 means "no provenance".
//  2. Place returns the address of each new instance; an object that would end past
//     FirstObject+MaxMemory is OutOfMemory. A size is extended to 64 bits by its type's
//     sign and then unsigned, so that a negative one is too large.
//  3. Sites count their occurrences: each execution of an Input, Decl, Alloc or
//     MemHavoc takes the next number of its site; Uninit globals take 0.
//  4. Uninitialised bytes keep their identity (site, occurrence, offset) when
//     MemCopy moves them, as they do in C: reading a copy and reading the
//     original give the same input, recorded once. Offsets count from the
//     object's base, for MemHavoc from its Addr.
//  5. A read of uninitialised bytes reads one input for each maximal sequence of bytes
//     with consecutive identities, split into pieces of 8, 4, 2, 1 bytes, largest
//     first (Pieces), of type U64 ... U8.
//  6. The key of a Ptr input has offset -1. The bytes of the fresh object have the same
//     site and occurrence, and the offsets from 0.
//  7. Fuel: one unit for each edge of BackEdges when it is taken (after its
//     statement), one for each Call (not for the entry), and (N+63)/64 for
//     MemCopy, MemSet and MemHavoc, after the check that the access is valid.
//  8. Depth counts activations, including the one of the entry function; a call that
//     would exceed MaxDepth is OutOfStack.
//  9. If no edge of a location can be taken, Edge, Pos and Guard of the outcome describe
//     its first edge. At a location without edges, Guard is OtherGuard and Pos the
//     position of the location.
//  10. A Violated outcome has the position of the obligation and the edge into the error
//     location. A run that reaches Halt or the exit of the entry function is Finished.
//  11. MemCopy checks its source first ("invalid read"), then its target
//     ("invalid write"). N = 0 checks nothing.
//  12. A register that was not assigned is 0. A Return without a value gives 0, and sets
//     Approx if the call has a Dst. A read of uninitialised bytes that have no site
//     gives 0 and sets Approx.
//  13. Addr is set by a Ptr->Int cast of a non-null pointer, by Lt, Le and PtrDiff
//     of pointers whose provenance differs, by an Int->Ptr cast whose result lies in an
//     object, by reading bytes of a stored non-null pointer as a number, and by reading
//     bytes that are not a stored pointer as a pointer into an object.
//     In schemes other than the usual one, Guess is set by an access to an object
//     through a number that the program cannot know (flow/guess.go).
//     Wild is set by a Ptr->Int cast of a pointer that has a provenance and lies outside
//     of [base, base+size]. In the JIT a Store of such a pointer sets it as well. The
//     interpreter finds the object when the pointer is loaded (strays.go), so that the two
//     machines may take different paths afterwards.
//  14. Const is ignored for local objects, since stores initialise them.
//  15. A call first takes its fuel; then its depth is checked; then its arguments are
//     evaluated.
//  16. If the running activation already has an instance of an object of Layout.Reuse, a
//     Decl of the object makes no new instance. The bytes of the old one become
//     uninitialised, with the new occurrence.
//  17. When a function returns, its instances die in the reverse order of their
//     creation. If an instance of an object of Layout.Reuse ends at the bump pointer, its
//     memory is freed: the bump pointer becomes its base. A new instance in this memory
//     does not inherit identities of bytes (rule 4).
//  18. An End has no effect on an object of Layout.Reuse, since no pointer to it is left.
const (
	FirstObject = 65536 // lowest address of an object
	FuncBase    = 4096  // address of function 0
	FuncStep    = 16    // distance of the addresses of two functions
)

// Shadow bits of a byte of memory.
const (
	ShadowInit = 1 // the byte has a value
	ShadowPtr  = 2 // it is part of a stored non-null pointer
)

// FuncAddr returns the address of a function in the usual scheme.
func FuncAddr(f *ir.Func) uint64 { return FuncBase + FuncStep*uint64(f.ID) }

// Place returns the base of a new object of the given size and alignment, and
// the next bump pointer. The result ok is false if the object would end past limit.
func Place(bump, size uint64, align int64, limit uint64) (base, next uint64, ok bool) {
	a := uint64(16)
	if align > 16 {
		a = uint64(align)
	}
	base = (bump + a - 1) / a * a
	if size > limit || base > limit || base+size > limit {
		return 0, bump, false
	}
	return base, (base + size + 1 + 15) / 16 * 16, true
}

// Layout is the initial memory of a program, in the form that both machines use.
type Layout struct {
	Base  []uint64            // address of each global object, by Object.ID
	funcs []uint64            // address of each function, by Func.ID
	place []uint64            // index into Image of each global object, by Object.ID
	End   uint64              // bump pointer after the global objects
	Image []byte              // contents of [FirstObject, End)
	Init  []byte              // shadow bits of the same bytes
	Regs  []uint64            // initial values of the global registers, by Var.ID
	Prov  []int               // their provenance: instance numbers of global objects, or 0
	Reuse map[*ir.Object]bool // local objects whose memory may be used again, see reusable
}

// NewLayout assigns addresses to the global objects and computes the initial memory. It returns an error if
// the objects do not fit into 4 GiB or an initialiser is not constant. It leaves Reuse empty.
func NewLayout(p *ir.Program) (*Layout, error) { return newLayout(p, nil, nil) }

// newLayout is like NewLayout, with the addresses of a placer and with Reuse. If the placer is nil, it uses the usual
// scheme.
func newLayout(p *ir.Program, at *placer, reuse map[*ir.Object]bool) (*Layout, error) {
	l := &Layout{End: FirstObject, Reuse: reuse}
	for _, f := range p.Funcs {
		a, ok := FuncAddr(f), true
		if at != nil {
			a, ok = at.place(FuncStep, 1, static)
		}
		if !ok {
			return nil, fmt.Errorf("exec: no place for function %s", f.Name)
		}
		l.funcs = append(l.funcs, a)
	}
	for _, o := range p.Objects {
		base, next, ok := Place(l.End, uint64(o.Size), o.Align, 1<<32-1<<16)
		if !ok || o.Size < 0 {
			return nil, fmt.Errorf("exec: object %s of %d bytes does not fit", o.Name, o.Size)
		}
		l.place = append(l.place, base-FirstObject)
		l.End = next
		if at != nil {
			if base, ok = at.place(uint64(o.Size), o.Align, static); !ok {
				return nil, fmt.Errorf("exec: object %s of %d bytes does not fit", o.Name, o.Size)
			}
		}
		l.Base = append(l.Base, base)
	}
	l.Image = make([]byte, l.End-FirstObject)
	l.Init = make([]byte, l.End-FirstObject)
	for _, o := range p.Objects {
		lo := l.place[o.ID]
		if !o.Uninit {
			for i := lo; i < lo+uint64(o.Size); i++ {
				l.Init[i] = ShadowInit
			}
		}
		for _, it := range o.Init {
			t := it.Val.Type()
			c, err := l.constant(it.Val)
			if err != nil {
				return nil, fmt.Errorf("exec: initialiser of %s: %w", o.Name, err)
			}
			n := int64(t.Size())
			if it.Off < 0 || it.Off+n > o.Size {
				return nil, fmt.Errorf("exec: initialiser of %s at offset %d is out of bounds", o.Name, it.Off)
			}
			sh := byte(ShadowInit)
			if c.addr && c.bits != 0 {
				sh |= ShadowPtr
			}
			for k := int64(0); k < n; k++ {
				l.Image[lo+uint64(it.Off+k)] = byte(c.bits >> (8 * k))
				l.Init[lo+uint64(it.Off+k)] = sh
			}
		}
	}
	for _, v := range p.Globals {
		var c constant
		if v.Init != nil {
			var err error
			if c, err = l.constant(v.Init); err != nil {
				return nil, fmt.Errorf("exec: initialiser of %s: %w", v.Name, err)
			}
		}
		l.Regs = append(l.Regs, c.bits)
		l.Prov = append(l.Prov, c.prov)
	}
	return l, nil
}

// constant is the value of a constant expression.
type constant struct {
	bits uint64
	prov int  // number of its instance, 0 for none
	addr bool // it was computed from an address
}

// constant evaluates a constant expression. It returns an error if e is not constant.
func (l *Layout) constant(e ir.Expr) (constant, error) {
	switch e := e.(type) { // sound: refused
	case *ir.Const:
		return constant{bits: e.Bits}, nil
	case *ir.AddrOf:
		if e.Obj.Func != nil {
			return constant{}, fmt.Errorf("address of the local %s", e.Obj.Name)
		}
		return constant{bits: l.Base[e.Obj.ID], prov: e.Obj.ID + 1, addr: true}, nil
	case *ir.FuncAddr:
		return constant{bits: l.funcs[e.Func.ID], addr: true}, nil
	case *ir.Unary:
		x, err := l.constant(e.X)
		return constant{bits: ir.EvalUnary(e.Op, e.X.Type(), x.bits), addr: x.addr}, err
	case *ir.Binary:
		x, y, err := l.constants(e.X, e.Y)
		return constant{bits: ir.EvalBinary(e.Op, e.X.Type(), x.bits, y.bits, e.Y.Type()), addr: x.addr || y.addr}, err
	case *ir.Cast:
		x, err := l.constant(e.X)
		c := constant{bits: ir.EvalCast(e.T, e.X.Type(), x.bits), addr: x.addr}
		if e.T.Kind == ir.Ptr {
			c.prov = x.prov
		}
		return c, err
	case *ir.PtrAdd:
		x, y, err := l.constants(e.P, e.Index)
		return constant{bits: ir.EvalPtrAdd(e.P.Type(), x.bits, y.bits, e.Index.Type(), e.Scale), prov: x.prov, addr: x.addr},
			err
	case *ir.PtrDiff:
		x, y, err := l.constants(e.P, e.Q)
		return constant{bits: num.Trunc(x.bits-y.bits, e.P.Type().Bits), addr: x.prov != y.prov}, err
	}
	return constant{}, fmt.Errorf("%T is not constant", e)
}

// constants evaluates two constant expressions.
func (l *Layout) constants(a, b ir.Expr) (constant, constant, error) {
	x, err := l.constant(a)
	if err != nil {
		return x, x, err
	}
	y, err := l.constant(b)
	return x, y, err
}

// BackEdges reports for each edge, by Edge.ID, whether it is a back edge: it closes a cycle in
// the depth-first search from the entry that follows outgoing edges in order. In a
// reducible automaton these are the edges whose target dominates their source.
func BackEdges(f *ir.Func) []bool {
	back := make([]bool, len(f.Edges))
	const (
		fresh = iota
		open
		done
	)
	state := make([]uint8, len(f.Locs))
	type item struct {
		loc  *ir.Loc
		next int
	}
	stack := []item{{f.Entry, 0}}
	state[f.Entry.ID] = open
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.next == len(top.loc.Out) {
			state[top.loc.ID] = done
			stack = stack[:len(stack)-1]
			continue
		}
		e := top.loc.Out[top.next]
		top.next++
		switch state[e.To.ID] {
		case open:
			back[e.ID] = true
		case fresh:
			state[e.To.ID] = open
			stack = append(stack, item{e.To, 0})
		}
	}
	return back
}

// pieces splits a sequence of n uninitialised bytes into reads. It calls f with the
// offset and the size (8, 4, 2 or 1) of each, largest first.
func pieces(n int, f func(off, size int)) {
	for off := 0; off < n; {
		size := 8
		for size > n-off {
			size /= 2
		}
		f(off, size)
		off += size
	}
}

// pieceType returns the type of a read of size bytes.
func pieceType(size int) ir.Type { return ir.Type{Kind: ir.Int, Bits: uint8(8 * size)} }
