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
	unknown := false // an unknown object may get bytes that are not plain
	dirty := func(addr ir.Expr) {
		switch o := ir.Root(addr); {
		case o == nil:
			unknown = true
		case o.Func == nil:
			m.plain[o.ID] = false
		}
	}
	anywhere := false // an unknown object may be written
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
			default: // sound: what it writes may be parts of pointers, and may be uninitialised
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
