package exec

import "github.com/tandem-verifier/tandem/internal/ir"

// reusable returns the local objects whose memory may be used again (rules 16 and 17 of
// layout.go), since no register and no byte of memory can hold the address of an instance
// after its death or a new declaration.
func reusable(p *ir.Program, cfg Config) (map[*ir.Object]bool, error) {
	out := map[*ir.Object]bool{}
	for _, f := range p.Funcs {
		for _, o := range f.Objects {
			out[o] = true
		}
	}
	if len(out) == 0 {
		return out, nil
	}
	held := map[*ir.Object]bool{} // the address occurs outside of direct accesses
	ir.Mentions(p, func(*ir.Object) {}, func(o *ir.Object) {
		if o.Func != nil {
			held[o] = true
		}
	})
	if len(held) == 0 {
		return out, nil
	}
	of, here := p, func(o *ir.Object) *ir.Object { return o }
	if m := cfg.Points; m != nil && m.Prog != p && m.Prog == p.Origin {
		of, here = m.Prog, func(o *ir.Object) *ir.Object { return o.Origin }
	}
	points, err := cfg.Points.Points(cfg.until(), of)
	if err != nil {
		return nil, err
	}
	for o := range held {
		if !points.NonEscaping(here(o)) {
			delete(out, o)
		}
	}
	return out, nil
}
