package exec

import "github.com/tandem-verifier/tandem/internal/ir"

// memFacts are what the compiler knows of memory without running.
type memFacts struct {
	// plain says, by Object.ID, that every byte of a global object is
	// initialised and no part of a pointer, always: its shadow is neither read nor
	// written where the access names the object.
	plain []bool
	// written says likewise that a run may change an object's bytes or shadow.
	written []bool
}

// rootOf is the object whose address an expression is an offset of, nil if that is not
// plain to see.
func rootOf(e ir.Expr) *ir.Object {
	for {
		switch x := e.(type) {
		case *ir.PtrAdd:
			e = x.P
		case *ir.AddrOf:
			return x.Obj
		default:
			return nil
		}
	}
}

func newMemFacts(p *ir.Program, lay *Layout) *memFacts {
	m := &memFacts{plain: make([]bool, len(p.Objects)), written: make([]bool, len(p.Objects))}
	for _, o := range p.Objects {
		m.plain[o.ID] = true
		m.written[o.ID] = o.Uninit // reading initialises
		lo := lay.Base[o.ID] - FirstObject
		for _, s := range lay.Init[lo : lo+uint64(o.Size)] {
			if s != ShadowInit {
				m.plain[o.ID] = false
				break
			}
		}
	}
	escaped := make([]bool, len(p.Objects))
	accesses(p, func(*ir.Object) {}, func(o *ir.Object) {
		if o.Func == nil {
			escaped[o.ID] = true
		}
	})
	unknown := false // an unknown object may get bytes that are not plain
	dirty := func(addr ir.Expr) {
		switch o := rootOf(addr); {
		case o == nil:
			unknown = true
		case o.Func == nil:
			m.plain[o.ID] = false
		}
	}
	anywhere := false // an unknown object may be written
	write := func(addr ir.Expr) {
		switch o := rootOf(addr); {
		case o == nil:
			anywhere = true
		case o.Func == nil:
			m.written[o.ID] = true
		}
	}
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			switch s := e.Stmt.(type) {
			case *ir.MemSet:
				write(s.Dst)
			case *ir.Store:
				write(s.Addr)
				if s.Val.Type().Kind == ir.Ptr {
					dirty(s.Addr)
				}
			case *ir.MemCopy:
				write(s.Dst)
				dirty(s.Dst)
			case *ir.MemHavoc:
				write(s.Addr)
				dirty(s.Addr)
			}
		}
	}
	for i, o := range p.Objects {
		m.plain[i] = m.plain[i] && !(escaped[i] && unknown)
		m.written[i] = m.written[i] || anywhere && !o.Const
	}
	return m
}
