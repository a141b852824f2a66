package exec

import "github.com/tandem-verifier/tandem/internal/ir"

// memFacts are static facts about the global objects.
type memFacts struct {
	// plain reports, by Object.ID, that all bytes of a global object are always initialised and never part of a stored
	// pointer. An access that names the object neither reads nor writes its shadow.
	plain []bool
	// written reports, by Object.ID, that a run may change the object's bytes or shadow.
	written []bool
}

// newMemFacts computes the facts from the initial memory and all statements of p.
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
	ir.Mentions(p, func(*ir.Object) {}, func(o *ir.Object) {
		if o.Func == nil {
			escaped[o.ID] = true
		}
	})
	unknown := false // a statement may write bytes that are not plain to an unknown object
	dirty := func(addr ir.Expr) {
		switch o := ir.Root(addr); {
		case o == nil:
			unknown = true
		case o.Func == nil:
			m.plain[o.ID] = false
		}
	}
	anywhere := false // a statement may write to an unknown object
	write := func(addr ir.Expr) {
		switch o := ir.Root(addr); {
		case o == nil:
			anywhere = true
		case o.Func == nil:
			m.written[o.ID] = true
		}
	}
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			to := ir.Written(e.Stmt)
			if to == nil {
				continue
			}
			write(to)
			switch s := e.Stmt.(type) {
			case *ir.MemSet:
			case *ir.Store:
				if s.Val.Type().Kind == ir.Ptr {
					dirty(to)
				}
			default: // sound: the bytes that it writes may be parts of pointers, and may be uninitialised
				dirty(to)
			}
		}
	}
	for i, o := range p.Objects {
		m.plain[i] = m.plain[i] && !(escaped[i] && unknown)
		m.written[i] = m.written[i] || anywhere && !o.Const
	}
	return m
}
