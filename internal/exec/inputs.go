package exec

import (
	"math"
	"sort"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// FromRecords returns inputs that give exactly the values of a test, by key. A read of uninitialised
// bytes may have another size than the records of these bytes.
func FromRecords(p *ir.Program, rs []ir.Record) Inputs {
	k := &keyed{records: rs, exact: map[ir.Key]ir.Record{}, bytes: map[ir.Key]byte{}}
	for _, r := range rs {
		k.exact[r.Key] = r
		if r.Site >= 0 && r.Site < len(p.Sites) && IsBytes(p.Sites[r.Site], r.Off) {
			for i := 0; i < r.Type.Size(); i++ {
				b := r.Key
				b.Off += int64(i)
				k.bytes[b] = byte(r.Bits >> (8 * i))
			}
		}
	}
	return k
}

// IsBytes reports whether an input of site s with offset off is a part of
// uninitialised memory, rather than a value.
func IsBytes(s *ir.Site, off int64) bool {
	return s.Kind == ir.ObjectBytes || s.Type.Kind == ir.None || s.Type.Kind == ir.Ptr && off >= 0
}

// Place implements Placed.
func (in *keyed) Place(k ir.Key, t ir.Type) ir.Place {
	if r := in.exact[k]; r.Type == t {
		return r.At
	}
	return ir.Place{}
}

// keyed is the result of FromRecords.
type keyed struct {
	records []ir.Record
	exact   map[ir.Key]ir.Record
	bytes   map[ir.Key]byte // the bytes of uninitialised memory, each with its own offset
}

// Next implements Inputs.
func (in *keyed) Next(k ir.Key, _ *ir.Site, t ir.Type) (uint64, bool) {
	if r, ok := in.exact[k]; ok && r.Type == t {
		return r.Bits, true
	}
	var bits uint64
	for i := t.Size() - 1; i >= 0; i-- {
		b := k
		b.Off += int64(i)
		v, ok := in.bytes[b]
		if !ok {
			// A value recorded with another type of the same width.
			r, ok := in.exact[k]
			return r.Bits, ok && r.Type.Bits == t.Bits
		}
		bits = bits<<8 | uint64(v)
	}
	return bits, true
}

// Chain returns inputs that give each value from the first of ins that has it.
func Chain(ins ...Inputs) Inputs { return chain(ins) }

// chain is the result of Chain.
type chain []Inputs

// Next implements Inputs.
func (c chain) Next(k ir.Key, s *ir.Site, t ir.Type) (uint64, bool) {
	for _, in := range c {
		if v, ok := in.Next(k, s, t); ok {
			return v, true
		}
	}
	return 0, false
}

// Place implements Placed.
func (c chain) Place(k ir.Key, t ir.Type) ir.Place {
	for _, in := range c {
		if p, ok := in.(Placed); ok {
			if at := p.Place(k, t); at.Kind != ir.Number {
				return at
			}
		}
	}
	return ir.Place{}
}

// Zeros returns inputs that give 0 (null, 0.0, false) for every read.
func Zeros() Inputs {
	return InputFunc(func(ir.Key, *ir.Site, ir.Type) (uint64, bool) { return 0, true })
}

// Style is the distribution from which Random chooses.
type Style uint8

// Styles of random inputs.
const (
	Mixed   Style = iota // boundary values, constants of the program, small and uniform ones
	Small                // -16 ... 16
	Uniform              // all values with the same probability
)

// Random returns inputs that depend on the seed and the key only. So all machines read
// the same values, in any order of reading.
func Random(p *ir.Program, seed uint64, style Style) Inputs {
	return RandomOf(Constants(p), seed, style)
}

// RandomOf is Random for callers that use many seeds for one program and compute its Constants once.
func RandomOf(constants []int64, seed uint64, style Style) Inputs {
	return InputFunc(func(k ir.Key, _ *ir.Site, t ir.Type) (uint64, bool) {
		g := rng(seed)
		g.mix(uint64(k.Site) + 1)
		g.mix(uint64(k.Occ) + 1)
		g.mix(uint64(k.Off) + 1)
		return randomBits(&g, constants, t, style), true
	})
}

// rng is the random number generator splitmix64.
type rng uint64

// mix makes the later numbers depend on x.
func (g *rng) mix(x uint64) { *g = rng(uint64(*g)*0x9e3779b97f4a7c15 + x); g.next() }

// next returns a random number of 64 bits.
func (g *rng) next() uint64 {
	*g += 0x9e3779b97f4a7c15
	z := uint64(*g)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below returns a random number in [0, n).
func (g *rng) below(n int) int { return int(g.next() % uint64(n)) }

// randomBits returns a random value of type t as canonical bits. A Ptr is mostly 1, a fresh object.
func randomBits(g *rng, constants []int64, t ir.Type, style Style) uint64 {
	switch t.Kind {
	case ir.Float:
		return ir.FloatBits(t, randomFloat(g, constants, style))
	case ir.Ptr:
		if g.below(8) == 0 {
			return 0
		}
		return 1
	case ir.Bool:
		return g.next() & 1
	case ir.Int, ir.None: // below
	}
	return num.Trunc(randomInt(g, constants, t, style), t.Bits)
}

// randomInt returns a random integer for type t; its bits above the width of t are arbitrary.
func randomInt(g *rng, constants []int64, t ir.Type, style Style) uint64 {
	switch style {
	case Small:
		return uint64(g.below(33) - 16)
	case Uniform:
		return g.next()
	}
	switch g.below(12) {
	case 0:
		return 0
	case 1:
		return 1
	case 2:
		return ^uint64(0)
	case 3:
		return num.MinOf(t.Bits, t.Signed) + uint64(g.below(2))
	case 4:
		return num.MaxOf(t.Bits, t.Signed) - uint64(g.below(2))
	case 5, 6, 7:
		if len(constants) > 0 {
			return uint64(constants[g.below(len(constants))] + int64(g.below(3)-1))
		}
		return uint64(g.below(256))
	case 8:
		return uint64(1) << g.below(int(t.Bits))
	case 9:
		return g.next()
	}
	return uint64(g.below(24) - 4)
}

// randomFloat returns a random float.
func randomFloat(g *rng, constants []int64, style Style) float64 {
	if style == Small {
		return float64(g.below(129)-64) / 4
	}
	if style == Uniform {
		return math.Float64frombits(g.next())
	}
	switch g.below(12) {
	case 0:
		return 0
	case 1:
		return math.Copysign(0, -1)
	case 2:
		return math.Inf(1 - 2*g.below(2))
	case 3:
		return math.NaN()
	case 4:
		return math.Float64frombits(g.next())
	case 5, 6:
		if len(constants) > 0 {
			return float64(constants[g.below(len(constants))])
		}
	case 7:
		return float64(int32(g.next()))
	}
	return float64(g.below(401)-200) / 8
}

// Constants returns the integer constants of the program except -1, 0 and 1, sorted. There are
// at most 1,000; if the program has more, constants in conditions are preferred.
func Constants(p *ir.Program) []int64 {
	const limit = 1000
	seen := map[int64]bool{-1: true, 0: true, 1: true}
	var out []int64
	collect := func(e ir.Expr) {
		ir.Walk(e, func(x ir.Expr) bool {
			if c, ok := x.(*ir.Const); ok && c.T.Kind == ir.Int && len(out) < limit {
				v := int64(num.Ext(c.Bits, c.T.Bits, c.T.Signed, 64))
				if !seen[v] {
					seen[v] = true
					out = append(out, v)
				}
			}
			return true
		})
	}
	for _, conds := range []bool{true, false} {
		for _, f := range p.Funcs {
			for _, e := range f.Edges {
				if _, is := e.Stmt.(*ir.Assume); is != conds {
					continue
				}
				for _, x := range ir.StmtExprs(e.Stmt) {
					collect(x)
				}
			}
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i] < out[j] })
	return out
}
