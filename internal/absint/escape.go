package absint

import (
	"math/bits"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// What a pointer about which the state knows nothing can point to: a
// flow-insensitive answer, with all of memory taken as one place. An address flows
// from a register to those that are computed from it, into memory by a store, and
// out of it by any load. What is loaded may also be a guess: the address of any
// object that somebody can know of and that fits the register (see flow's guess.go), and
// so may a pointer that is made from a number.

// escape has the objects that registers and memory may hold the address of.
type escape struct {
	reg     [][]uint64 // by dimension below cell0, sets of object ids
	exposed []uint64   // by memory or as a number
	guess   []uint64   // by a pointer made from a number
	all     bool       // a HavocAll: everything may be held by everything
}

func (a *analysis[E]) findEscapes() {
	b := a.bind
	words := (len(b.objects) + 63) / 64
	memory := int(b.cell0) // nodes: dimensions, memory, numbers
	numbers := memory + 1
	kinds := a.guessKinds()
	held := make([][]uint64, numbers+1+len(kinds))
	flat := make([]uint64, words*len(held))
	for i := range held {
		held[i] = flat[i*words : (i+1)*words]
	}
	to := make([][]int32, len(held))
	esc := &escape{}
	knowable := flow.Held(b.prog)
	for _, o := range b.objects {
		if o.obj != nil && !knowable[o.obj] || o.fn != nil {
			continue
		}
		for kind, n := range kinds {
			if len(ir.Fits(o.parts(), kind)) > 0 {
				held[numbers+1+n][o.id/64] |= 1 << (o.id % 64)
			}
		}
	}
	guess := func(kind string) int32 { return int32(numbers + 1 + kinds[kind]) }
	add := func(n int, o *object) {
		if o != nil && o.fn == nil {
			held[n][o.id/64] |= 1 << (o.id % 64)
		}
	}
	// into sends the addresses that e is computed from to a node.
	var into func(f *ir.Func, e ir.Expr, n int)
	into = func(f *ir.Func, e ir.Expr, n int) {
		switch x := e.(type) {
		case nil:
		case *ir.Ref:
			if k := x.Var.Type.Kind; k == ir.Ptr || k == ir.Int {
				d := b.reg(f, x.Var)
				to[d] = append(to[d], int32(n))
			}
		case *ir.AddrOf:
			add(n, b.byObj[x.Obj])
		default:
			if madeOfNumber(e) {
				to[guess("")] = append(to[guess("")], int32(n))
			}
			if e.Type().Kind != ir.Bool && e.Type().Kind != ir.Float {
				ir.Children(e, func(c ir.Expr) { into(f, c, n) })
			}
		}
	}
	// expose looks for addresses that become numbers inside e.
	expose := func(f *ir.Func, e ir.Expr) {
		ir.Walk(e, func(x ir.Expr) bool {
			switch c := x.(type) {
			case *ir.Cast:
				if c.X.Type().Kind == ir.Ptr && c.T.Kind != ir.Ptr {
					into(f, c.X, numbers)
				}
			case *ir.PtrDiff:
				into(f, c.P, numbers)
				into(f, c.Q, numbers)
			}
			return true
		})
	}
	link := func(from, to2 int) { to[from] = append(to[from], int32(to2)) }
	for _, v := range b.prog.Globals {
		if v.Init != nil {
			into(nil, v.Init, v.ID)
			expose(nil, v.Init)
		}
	}
	for _, o := range b.prog.Objects {
		for _, it := range o.Init {
			into(nil, it.Val, memory)
			expose(nil, it.Val)
		}
	}
	for d, v := range b.regs {
		if v.Type.Kind == ir.Int {
			link(d, numbers)
		}
	}
	for _, f := range b.prog.Funcs {
		for _, e := range f.Edges {
			for _, x := range ir.StmtExprs(e.Stmt) {
				expose(f, x)
			}
			switch s := e.Stmt.(type) {
			case *ir.Assign:
				into(f, s.Src, int(b.reg(f, s.Dst)))
			case *ir.Input:
				add(int(b.reg(f, s.Dst)), b.byEdge[e])
				if s.Dst.Type.Kind == ir.Ptr && s.Site.Kind == ir.Approx {
					link(int(guess(s.Dst.Points)), int(b.reg(f, s.Dst)))
				}
			case *ir.Alloc:
				add(int(b.reg(f, s.Dst)), b.byEdge[e])
			case *ir.LoadStmt:
				link(memory, int(b.reg(f, s.Dst)))
				if s.Dst.Type.Kind == ir.Ptr {
					link(int(guess(s.Dst.Points)), int(b.reg(f, s.Dst)))
				}
			case *ir.Store:
				into(f, s.Val, memory)
			case *ir.Call:
				for i, x := range s.Args {
					if i < len(s.Func.Params) {
						into(f, x, int(b.reg(s.Func, s.Func.Params[i])))
					}
				}
				if s.Dst != nil {
					link(int(b.result(s.Func)), int(b.reg(f, s.Dst)))
				}
			case *ir.Return:
				if s.Val != nil {
					into(f, s.Val, int(b.result(f)))
				} else if f.Result.Kind == ir.Ptr {
					link(int(guess("")), int(b.result(f)))
				}
			case *ir.MemSet: // of bytes of an address
				into(f, s.Val, memory)
			case *ir.HavocAll:
				esc.all = true
			}
		}
	}
	var work []int
	for n := range held {
		work = append(work, n)
	}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		for _, m := range to[n] {
			if merge(held[m], held[n]) {
				work = append(work, int(m))
			}
		}
	}
	esc.reg = held[:memory]
	esc.exposed = held[numbers]
	esc.guess = held[guess("")]
	a.escape = esc
}

// guessKinds numbers the kinds of pointers that may be guessed.
func (a *analysis[E]) guessKinds() map[string]int {
	kinds := map[string]int{"": 0}
	for _, v := range a.bind.regs {
		if _, ok := kinds[v.Points]; !ok {
			kinds[v.Points] = len(kinds)
		}
	}
	return kinds
}

// parts is what lies in an object.
func (o *object) parts() []ir.Part {
	if o.obj != nil {
		return o.obj.Parts
	}
	if o.edge != nil {
		if s := ir.SiteOf(o.edge.Stmt); s != nil {
			return s.Parts
		}
	}
	return nil
}

// madeOfNumber recognises a pointer made from a number that is not constant.
func madeOfNumber(e ir.Expr) bool {
	c, ok := e.(*ir.Cast)
	if !ok || c.T.Kind != ir.Ptr || c.X.Type().Kind != ir.Int {
		return false
	}
	_, literal := c.X.(*ir.Const)
	return !literal
}

// merge adds the bits of b to a; it says whether that changed a.
func merge(a, b []uint64) bool {
	changed := false
	for i, w := range b {
		if w&^a[i] != 0 {
			a[i] |= w
			changed = true
		}
	}
	return changed
}

// reach lists the objects that an address of which nothing is known may lie in.
func (a *analysis[E]) reach(f *ir.Func, addr ir.Expr) []*object {
	if a.escape.all {
		return a.bind.objects
	}
	set := append([]uint64{}, a.escape.exposed...)
	ir.Walk(addr, func(x ir.Expr) bool {
		switch x := x.(type) {
		case *ir.Ref:
			merge(set, a.escape.reg[a.bind.reg(f, x.Var)])
		case *ir.AddrOf:
			o := a.bind.byObj[x.Obj]
			set[o.id/64] |= 1 << (o.id % 64)
		case *ir.Cast:
			if madeOfNumber(x) {
				merge(set, a.escape.guess)
			}
		}
		return true
	})
	var out []*object
	for i, w := range set {
		for ; w != 0; w &= w - 1 {
			out = append(out, a.bind.objects[i*64+bits.TrailingZeros64(w)])
		}
	}
	return out
}
