package cfront

import (
	"slices"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Random numbers (7.22.2). Where nothing seeds them, or only the time of day does, they are
// inputs; where the program seeds them otherwise, glibc's generators say what comes
// (models/units/random.c, rand48.c).

// seeded says whether the program seeds a generator by anything but the time.
func (l *linker) seeded(seeders ...string) bool {
	key := seeders[0]
	if is, known := l.seeds[key]; known {
		return is
	}
	timed, all := 0, 0
	for _, n := range seeders {
		all += l.mentioned()[n]
	}
	for _, u := range l.units {
		if all == 0 {
			break
		}
		csrc.Walk(u.ast.TranslationUnit, func(n cc.Node) bool {
			x, ok := n.(*cc.PostfixExpression)
			if !ok || x.Case != cc.PostfixExpressionCall {
				return true
			}
			p, ok := strip(x.PostfixExpression).(*cc.PrimaryExpression)
			if !ok || p.Case != cc.PrimaryExpressionIdent {
				return true
			}
			for _, name := range seeders {
				if name == p.Token.SrcStr() {
					if _, ok := callOf(&call{args: argNodes(x.ArgumentExpressionList)}, 0, "time"); ok {
						timed++
					}
				}
			}
			return true
		})
	}
	l.seeds[key] = all > timed || timed > 0 && l.ownsTime()
	return l.seeds[key]
}

// ownsTime says whether the program defines a function time of its own.
func (l *linker) ownsTime() bool {
	s := l.syms["time"]
	return s != nil && s.fn != nil || slices.ContainsFunc(l.units, func(u *unit) bool { return u.locals["time"] != nil })
}

func (l *linker) seedsRand() bool { return l.seeded("srand", "srandom") }
func (l *linker) seedsRand48() bool {
	return l.seeded("srand48", "seed48", "lcong48", "erand48", "nrand48", "jrand48")
}

// random is rand, or random.
func (f *fn) random(c *call) value {
	if f.l.seedsRand() {
		return f.asResult(value{e: f.callUnit("__tandem_rand")}, c)
	}
	return within(0, 1<<31-1)(f, c)
}

// random48 is lrand48, mrand48 or drand48.
func (f *fn) random48(c *call) value {
	name := libName(c.name)
	switch {
	case f.l.seedsRand48():
		return f.asResult(value{e: f.callUnit("__tandem_" + name)}, c)
	case name == "drand48":
		return f.byModel(c)
	case name == "mrand48":
		return within(-1<<31, 1<<31-1)(f, c)
	}
	return within(0, 1<<31-1)(f, c)
}

// seed is srand, or srandom. What a known seed gives is a constant.
func (f *fn) seed(c *call) value {
	if len(c.vals) != 1 || !isInt(c.vals[0]) {
		return f.callMissing(c)
	}
	if !f.l.seedsRand() {
		return value{}
	}
	seed := ir.NewCast(ir.U32, c.vals[0].e)
	if k, ok := seed.(*ir.Const); ok {
		f.callUnit("__tandem_seeded", f.addrOf(f.l.seedObject(uint32(k.Bits))))
	} else {
		f.callUnit("srandom", seed)
	}
	return value{}
}

// seed48 is srand48 and its kin, where drand48 and its kin are inputs a function without effect.
func (f *fn) seed48(c *call) value {
	if !f.l.seedsRand48() {
		return value{}
	}
	return f.byModel(c)
}

// seedObject holds the 31 words of the generator behind srand(seed).
func (l *linker) seedObject(seed uint32) *ir.Object {
	var r [31]uint32
	w := int32(max(seed, 1))
	for i := range r {
		if i > 0 {
			w = 16807*(w%127773) - 2836*(w/127773)
			if w < 0 {
				w += 1<<31 - 1
			}
		}
		r[i] = uint32(w)
	}
	for i := range 310 {
		r[(i+3)%31] += r[i%31]
	}
	o := l.prog.NewObject(l.names.uniq("seed"), 4*31, 4)
	o.Const, o.Elem, o.CType = true, ir.U32, "unsigned int[31]"
	for i, v := range r {
		o.Init = append(o.Init, ir.InitItem{Off: 4 * int64(i), Val: ir.NewBits(ir.U32, uint64(v))})
	}
	return o
}
