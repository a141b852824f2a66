package relation

import (
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/interval"
	"github.com/tandem-verifier/tandem/internal/domain/octagon"
	"github.com/tandem-verifier/tandem/internal/ir"
)

var (
	x8, y8   = domain.NewDim(ir.U8, 10), domain.NewDim(ir.U8, 11)
	i, n     = domain.NewDim(ir.I32, 0), domain.NewDim(ir.I32, 1)
	j        = domain.NewDim(ir.I32, 2)
	u, v     = domain.NewDim(ir.U32, 3), domain.NewDim(ir.U32, 4)
	p, q     = domain.NewDim(ir.I64, 5), domain.NewDim(ir.I64, 6)
	s, z     = domain.NewDim(ir.U64, 7), domain.NewDim(ir.U64, 8)
	flg      = domain.NewDim(ir.B, 9)
	bin, not = domain.NewBinary, func(x *domain.Expr) *domain.Expr { return domain.NewUnary(ir.LNot, x) }
)

func num(x *domain.Expr, k int64) *domain.Expr { return domain.NewConst(x.T, k) }
func add(x *domain.Expr, k int64) *domain.Expr { return bin(ir.Add, x, num(x, k)) }
func and(x, y *domain.Expr) *domain.Expr       { return bin(ir.LAnd, x, y) }
func or(x, y *domain.Expr) *domain.Expr        { return bin(ir.LOr, x, y) }
func lt(x, y *domain.Expr) *domain.Expr        { return bin(ir.Lt, x, y) }
func le(x, y *domain.Expr) *domain.Expr        { return bin(ir.Le, x, y) }
func eq(x, y *domain.Expr) *domain.Expr        { return bin(ir.Eq, x, y) }
func between(lo int64, x *domain.Expr, hi int64) *domain.Expr {
	return and(le(num(x, lo), x), le(x, num(x, hi)))
}

// set returns the assignment d = x encoded as a condition, which only run interprets.
func set(d, x *domain.Expr) *domain.Expr { return bin(ir.Shl, d, x) }

// run returns e after steps: conditions, and assignments made by set.
func run[E any](d domain.Domain[E], e E, steps ...*domain.Expr) E {
	for _, s := range steps {
		if s.Kind == domain.KBinary && s.Bin == ir.Shl {
			e = d.Assign(e, s.X.D, s.Y)
		} else {
			e = d.Assume(e, s)
		}
	}
	return e
}

func texts(cs []*domain.Expr) string {
	var out []string
	for _, c := range cs {
		out = append(out, c.String())
	}
	return strings.Join(out, ", ")
}

// TestConstraints checks that Constraints returns the expected conditions after some assignments and conditions.
func TestConstraints(t *testing.T) {
	d := New(interval.New(4), octagon.New(12))
	for _, c := range []struct {
		name  string
		steps []*domain.Expr
		want  string
	}{
		{"less", []*domain.Expr{lt(i, n)}, "(d0 <= 2147483646:i32), (d0 < d1), (-2147483647:i32 <= d1)"},
		{"next", []*domain.Expr{lt(i, n), set(i, add(i, 1))}, "(-2147483647:i32 <= d0), (d0 <= d1), (-2147483647:i32 <= d1)"},
		{"wraps", []*domain.Expr{set(i, add(n, 1))}, ""},
		{"does not wrap", []*domain.Expr{not(domain.NewOverflows(ir.Add, n, num(n, 1))), set(i, add(n, 1))},
			"(-2147483647:i32 <= d0), (d0 == (d1 + 1:i32)), (d1 <= 2147483646:i32)"},
		{"unsigned minus one", []*domain.Expr{lt(u, v), set(v, add(v, -1))},
			"(d3 <= 4294967294:u32), (d3 <= d4), (d4 <= 4294967294:u32)"},
		{"unsigned minus one of zero", []*domain.Expr{set(v, add(u, -1))}, ""},
		{"copy", []*domain.Expr{set(i, n)}, "(d0 == d1)"},
		{"mixed", []*domain.Expr{le(num(i, 0), i), set(u, domain.NewCast(ir.U32, i))},
			"(0:i32 <= d0), (d0 == i32(d3)), (d3 <= 2147483647:u32)"},
		{"mixed, 64 bits", []*domain.Expr{lt(domain.NewCast(ir.I64, u), p)}, "(i64(d3) < d5), (1:i64 <= d5)"},
		{"64 bits", []*domain.Expr{lt(num(s, 5), z), lt(s, bin(ir.Sub, z, num(s, 3)))},
			"(d7 <= 18446744073709551611:u64), ((d7 + 4:u64) <= d8), (6:u64 <= d8)"},
		{"next of 64 bits", []*domain.Expr{lt(p, q), set(p, add(p, 1))},
			"(-9223372036854775807:i64 <= d5), (d5 <= d6), (-9223372036854775807:i64 <= d6)"},
		{"sum", []*domain.Expr{not(domain.NewOverflows(ir.Add, i, n)), le(bin(ir.Add, i, n), num(i, 7))},
			"(0:i64 <= ((i64(d0) + i64(d1)) + 2147483648:i64)), ((i64(d0) + i64(d1)) <= 7:i64)"},
		{"sum of 64 bits", []*domain.Expr{not(domain.NewOverflows(ir.Add, p, q)), le(bin(ir.Add, p, q), num(p, 7))},
			"((d5 + d6) <= 7:i64), !overflows(d5 + d6)"},
		{"small sum", []*domain.Expr{between(0, i, 10), between(0, n, 10), eq(bin(ir.Add, i, n), num(i, 7))},
			"(0:i32 <= d0), (d0 <= 7:i32), (7:i32 == (d0 + d1)), (0:i32 <= d1), (d1 <= 7:i32)"},
		{"either", []*domain.Expr{not(domain.NewOverflows(ir.Add, n, num(n, 1))), or(eq(i, n), eq(i, add(n, 1)))},
			"(d0 <= (d1 + 1:i32)), (d1 <= d0), (d1 <= 2147483646:i32)"},
		{"not different", []*domain.Expr{le(i, n), not(eq(i, n))}, "(d0 < d1)"},
		{"quotient", []*domain.Expr{le(num(n, 0), n), set(i, bin(ir.Div, n, num(n, 2)))},
			"(0:i32 <= d0), (d0 <= 1073741823:i32), (d0 <= d1), (d1 <= (d0 + 1073741824:i32)), (0:i32 <= d1)"},
		{"remainder", []*domain.Expr{set(u, bin(ir.Rem, v, num(v, 10)))},
			"(d3 <= 9:u32), (d3 <= d4), (i64(d4) <= (i64(d3) + 4294967290:i64))"},
		{"half way", []*domain.Expr{le(num(i, 0), i), lt(i, n),
			set(j, bin(ir.Add, i, bin(ir.Div, bin(ir.Sub, n, i), num(i, 2))))},
			"(0:i32 <= d0), (d0 <= 2147483646:i32), (d0 <= d2), ((d2 - 1073741823:i32) <= d0), (1:i32 <= d1), ((d1 - " +
				"1073741824:i32) <= d2), (d2 < d1), (0:i32 <= d2)"},
		{"masks", []*domain.Expr{set(u, bin(ir.And, v, num(v, 15)))},
			"(d3 <= 15:u32), (d3 <= d4), (d4 <= (d3 + 4294967280:u32))"},
		{"sum of 64 bits, unsigned", []*domain.Expr{not(domain.NewOverflows(ir.Add, s, z)), le(num(s, 7), bin(ir.Add, s, z))},
			"(7:u64 <= (d7 + d8)), !overflows(d7 + d8)"},
		{"far apart", []*domain.Expr{not(domain.NewOverflows(ir.Add, s, num(s, 9))), lt(add(s, 9), z)},
			"(d7 <= 18446744073709551605:u64), ((d7 + 10:u64) <= d8), (10:u64 <= d8)"},
		{"contradiction", []*domain.Expr{lt(p, q), lt(q, p)}, "0:bool"},
		{"flags", []*domain.Expr{set(i, domain.NewCast(ir.I32, flg)), le(i, n)},
			"(0:i32 <= d0), (d0 <= 1:i32), (d0 <= d1), (d0 == i32(d9)), (0:i32 <= d1)"},
		{"bytes", []*domain.Expr{lt(y8, num(y8, 9)),
			set(x8, domain.NewCast(ir.U8, bin(ir.Add, domain.NewCast(ir.I32, y8), num(i, 1))))},
			"(1:u8 <= d10), (d10 <= 9:u8), (d10 == (d11 + 1:u8)), (d11 <= 8:u8)"},
	} {
		if got := texts(d.Constraints(run(d, d.Top(), c.steps...))); got != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
	}
}
