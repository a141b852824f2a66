package term

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// String returns the sort in SMT-LIB syntax.
func (s Sort) String() string {
	if s.Kind == Array {
		return "(Array " + s.Index.Sort().String() + " " + s.Elem.Sort().String() + ")"
	}
	switch s.Kind {
	case Bool:
		return "Bool"
	case Int:
		return "Int"
	case BV:
		return fmt.Sprintf("(_ BitVec %d)", s.Bits)
	case FP:
		e, m := format(int(s.Bits))
		return fmt.Sprintf("(_ FloatingPoint %d %d)", e, m)
	}
	return "?"
}

// format returns the widths of the exponent and of the significand, including its hidden bit, for floats of a width.
func format(width int) (e, m int) {
	if width == 32 {
		return 8, 24
	}
	return 11, 53
}

// spelling has the SMT-LIB names of the operators without parameters.
var spelling = [opsCount]string{
	Not: "not", And: "and", Or: "or", Eq: "=", Ite: "ite", Forall: "forall", Exists: "exists",
	BVNeg: "bvneg", BVAdd: "bvadd", BVMul: "bvmul", BVUDiv: "bvudiv", BVURem: "bvurem", BVSDiv: "bvsdiv", BVSRem: "bvsrem",
	BVNot: "bvnot", BVAnd: "bvand", BVOr: "bvor", BVXor: "bvxor", BVShl: "bvshl", BVLShr: "bvlshr", BVAShr: "bvashr",
	BVUlt: "bvult", BVUle: "bvule", BVSlt: "bvslt", BVSle: "bvsle", BVConcat: "concat",
	IAdd: "+", IMul: "*", IDiv: "div", IMod: "mod", ILe: "<=", BVToInt: "bv2nat",
	Select: "select", Store: "store",
	FPNeg: "fp.neg", FPAbs: "fp.abs", FPAdd: "fp.add RNE", FPSub: "fp.sub RNE", FPMul: "fp.mul RNE", FPDiv: "fp.div RNE",
	FPSqrt: "fp.sqrt RNE", FPEq: "fp.eq", FPLt: "fp.lt", FPLe: "fp.leq", FPIsNaN: "fp.isNaN",
}

// roundings has the SMT-LIB names of the rounding modes.
var roundings = [...]string{Nearest: "RNE", Down: "RTN", Up: "RTP", Zero: "RTZ"}

// String returns the SMT-LIB name of an operator, or "operator" and its number if it has parameters.
func (o Op) String() string {
	if o < opsCount && spelling[o] != "" {
		return spelling[o]
	}
	return fmt.Sprintf("operator %d", o)
}

// operator returns the SMT-LIB text before the operands of t.
func operator(t *Term) string {
	switch t.op {
	case App:
		return symbol(t.name)
	case BVExtract:
		return fmt.Sprintf("(_ extract %d %d)", t.p, t.q)
	case BVZext:
		return fmt.Sprintf("(_ zero_extend %d)", t.sort.Bits-t.args[0].sort.Bits)
	case BVSext:
		return fmt.Sprintf("(_ sign_extend %d)", t.sort.Bits-t.args[0].sort.Bits)
	case IntToBV:
		return fmt.Sprintf("(_ int2bv %d)", t.sort.Bits)
	case ConstArray:
		return "(as const " + t.sort.String() + ")"
	case FPOfBits, FPOfFP, FPOfSBV:
		e, m := format(int(t.sort.Bits))
		if t.op == FPOfBits {
			return fmt.Sprintf("(_ to_fp %d %d)", e, m)
		}
		return fmt.Sprintf("(_ to_fp %d %d) RNE", e, m)
	case FPOfUBV:
		e, m := format(int(t.sort.Bits))
		return fmt.Sprintf("(_ to_fp_unsigned %d %d) RNE", e, m)
	case FPToSBV:
		return fmt.Sprintf("(_ fp.to_sbv %d) RTZ", t.sort.Bits)
	case FPToUBV:
		return fmt.Sprintf("(_ fp.to_ubv %d) RTZ", t.sort.Bits)
	case FPRound:
		return "fp.roundToIntegral " + roundings[t.p]
	}
	return spelling[t.op]
}

// reserved has the symbols of SMT-LIB and of solvers, which cannot be printed as names of constants.
var reserved = reservedSymbols()

// reservedSymbols returns the value of reserved.
func reservedSymbols() map[string]bool {
	reserved := map[string]bool{}
	for _, s := range spelling {
		reserved[strings.TrimSuffix(s, " RNE")] = true
	}
	for _, s := range strings.Fields(
		`true false let lambda par as _ ! - => xor distinct abs < > >= to_real to_int is_int bvsub bvsmod
		bvcomp bvxnor bvnand bvnor bvuge bvugt bvsge bvsgt extract zero_extend sign_extend repeat rotate_left rotate_right ext_rotate_left
		ext_rotate_right int2bv int_to_bv ubv_to_int sbv_to_int const fp NaN RNE RNA RTP RTN RTZ roundNearestTiesToEven roundNearestTiesToAway
		roundTowardPositive roundTowardNegative roundTowardZero fp.rem fp.fma fp.geq fp.gt fp.isInfinite fp.isZero fp.isNormal
		fp.isSubnormal fp.isNegative fp.isPositive fp.roundToIntegral fp.min fp.max fp.to_ubv fp.to_sbv fp.to_real fp.to_ieee_bv to_fp to_fp_unsigned
		Bool Int Real Array BitVec FloatingPoint Float32 Float64 RoundingMode String divisible map default union intersect setminus complement subset
		iff implies if if_then_else match forall exists declare-fun define-fun assert check-sat push pop bv2int bv2nat
		BINARY DECIMAL HEXADECIMAL NUMERAL STRING`) {
		reserved[s] = true
	}
	return reserved
}

// escape is the prefix of names that would be symbols of SMT-LIB or of solvers.
const escape = "esc!"

// symbol returns a name as a symbol of SMT-LIB. It quotes a name that is not a simple symbol, and adds the prefix
// escape to a name that may be a symbol of a theory, of a solver (they begin with @ or .) or of Print (they begin with
// ?).
func symbol(name string) string {
	if reserved[name] || name == "" || strings.HasPrefix(name, escape) || strings.IndexByte("@.?", name[0]) >= 0 ||
		len(name) > 2 && name[:2] == "bv" && name[2] >= '0' && name[2] <= '9' {
		name = escape + name
	}
	for i := 0; i < len(name); i++ {
		b := name[i]
		if 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || i > 0 && '0' <= b && b <= '9' ||
			strings.IndexByte("~!@$%^&*_-+=<>.?/", b) >= 0 {
			continue
		}
		return "|" + name + "|"
	}
	return name
}

// unescape is the inverse of symbol. Its argument has no bars.
func unescape(s string) string { return strings.TrimPrefix(s, escape) }

// literalText returns the SMT-LIB text of a literal.
func literalText(t *Term) string {
	switch t.sort.Kind {
	case Bool:
		if t.bits == 1 {
			return "true"
		}
		return "false"
	case Int:
		if t.big.Sign() < 0 {
			return "(- " + new(big.Int).Neg(t.big).String() + ")"
		}
		return t.big.String()
	case BV:
		return bvText(t.bits, t.big, int(t.sort.Bits))
	}
	e, m := format(int(t.sort.Bits))
	if isNaN(t.bits, int(t.sort.Bits)) {
		return fmt.Sprintf("(_ NaN %d %d)", e, m)
	}
	return fmt.Sprintf("(fp #b%d %s %s)", t.bits>>(e+m-1), bvText(t.bits>>(m-1)&(1<<e-1), nil, e),
		bvText(t.bits&(1<<(m-1)-1), nil, m-1))
}

// bvText returns the text of a bit-vector literal of n bits, whose value is b, or v if b is nil.
func bvText(v uint64, b *big.Int, n int) string {
	base, prefix, digits := 2, "#b", n
	if n%4 == 0 {
		base, prefix, digits = 16, "#x", n/4
	}
	s := strconv.FormatUint(v, base)
	if b != nil {
		s = b.Text(base)
	}
	return prefix + strings.Repeat("0", digits-len(s)) + s
}

// Print returns t in SMT-LIB syntax, with a let for each compound subterm that occurs more than once.
func Print(t *Term) string {
	p := scope{}
	var b strings.Builder
	p.expr(&b, t)
	return b.String()
}

// String is Print for messages: for a term of more than 2000 nodes, it returns the sort and the size.
func (t *Term) String() string {
	if Size(t) > 2000 {
		return fmt.Sprintf("term of sort %v and %d nodes", t.sort, Size(t))
	}
	return Print(t)
}

// scope has the names of the terms that are defined before the printed text.
type scope map[*Term]string

// shared returns the compound terms that occur more than once in t, operands first. It ignores the
// bodies of quantifiers, which have scopes of their own since they bind variables. If again is not nil,
// it has the terms of earlier calls, which count as occurrences too; shared adds the terms of t.
func (s scope) shared(t *Term, again map[*Term]bool) []*Term {
	count := map[*Term]int{}
	set := map[*Term]bool{}
	var walk func(t *Term)
	walk = func(t *Term) {
		if len(t.args) == 0 || s[t] != "" {
			return
		}
		count[t]++
		if count[t] > 1 {
			set[t] = true
			return
		}
		if again != nil {
			if again[t] {
				set[t] = true
			}
			again[t] = true
		}
		if t.op == Forall || t.op == Exists {
			return
		}
		for _, a := range t.args {
			walk(a)
		}
	}
	walk(t)
	return sortedTerms(set)
}

// inPlace is the most nodes of a shared term that a Printer prints at each use instead of defining it. Definitions have
// a cost: for each model, z3 traverses all definitions of a session, even definitions of levels that were popped
// (4.8.12: 4 ms for a model after 600 definitions, 0.03 ms without).
const inPlace = 128

// within returns left minus the number of nodes of t when it is printed in place. A subterm that has a name counts as
// one node. The result is negative if t has more than left nodes.
func (s scope) within(t *Term, left int) int {
	left--
	for _, a := range t.args {
		if left < 0 {
			break
		}
		if s[a] != "" {
			left--
		} else {
			left = s.within(a, left)
		}
	}
	return left
}

// expr prints t with a let for each shared subterm.
func (s scope) expr(b *strings.Builder, t *Term) {
	shared := s.shared(t, nil)
	n := 0
	for _, u := range shared {
		if u == t {
			continue
		}
		n++
		name := "?" + strconv.Itoa(len(s)+1)
		b.WriteString("(let ((" + name + " ")
		s.write(b, u)
		b.WriteString(")) ")
		s[u] = name
	}
	s.write(b, t)
	b.WriteString(strings.Repeat(")", n))
}

// write prints t, with its operands by name if they have one, else in place.
func (s scope) write(b *strings.Builder, t *Term) {
	switch {
	case t.op == Const:
		b.WriteString(literalText(t))
		return
	case t.op == Var || len(t.args) == 0:
		b.WriteString(symbol(t.name))
		return
	}
	b.WriteByte('(')
	if n := len(t.args) - 1; t.op == Forall || t.op == Exists {
		b.WriteString(spelling[t.op] + " (")
		for i, v := range t.args[:n] {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString("(" + symbol(v.name) + " " + v.sort.String() + ")")
		}
		b.WriteString(") ")
		scope{}.expr(b, t.args[n])
	} else {
		b.WriteString(operator(t))
		for _, a := range t.args {
			b.WriteByte(' ')
			if name := s[a]; name != "" {
				b.WriteString(name)
			} else {
				s.write(b, a)
			}
		}
	}
	b.WriteByte(')')
}

// Printer prints the terms of a session with a solver. It declares each name once, and prints a
// define-fun for each large term that occurs again, in the same term or in a later term. So the length of the
// session's text is at most linear in the number of its terms times inPlace.
type Printer struct {
	names    scope           // the terms that are defined
	declared map[string]bool // the names that are declared
	again    map[*Term]bool  // the terms that were printed before
	next     int             // number of the last definition
	undo     []func()        // functions that remove definitions and declarations, for Pop
	marks    []int           // by level: len(undo) at Push
}

// NewPrinter returns the printer of an empty session.
func NewPrinter() *Printer {
	return &Printer{names: scope{}, declared: map[string]bool{}, again: map[*Term]bool{}}
}

// Push and Pop are called together with push and pop of the solver. Pop removes the declarations and definitions since
// the matching Push.
func (p *Printer) Push() { p.marks = append(p.marks, len(p.undo)) }

// Pop: see Push.
func (p *Printer) Pop() {
	m := p.marks[len(p.marks)-1]
	p.marks = p.marks[:len(p.marks)-1]
	for _, f := range p.undo[m:] {
		f()
	}
	p.undo = p.undo[:m]
}

// Expr returns the text of t, and the commands (declarations and definitions) that the solver must get before it.
func (p *Printer) Expr(t *Term) (commands []string, text string) {
	for _, d := range decls([]*Term{t}, p.names) {
		if p.declared[d.Name] {
			continue
		}
		p.declared[d.Name] = true
		p.undo = append(p.undo, func() { delete(p.declared, d.Name) })
		commands = append(commands, d.String())
	}
	var b strings.Builder
	for _, u := range p.names.shared(t, p.again) {
		if p.names.within(u, inPlace) >= 0 {
			continue
		}
		p.next++
		name := "?" + strconv.Itoa(p.next)
		b.Reset()
		p.names.write(&b, u)
		commands = append(commands, "(define-fun "+name+" () "+u.sort.String()+" "+b.String()+")")
		p.names[u] = name
		p.undo = append(p.undo, func() { delete(p.names, u) })
	}
	if name := p.names[t]; name != "" {
		return commands, name
	}
	b.Reset()
	p.names.write(&b, t)
	return commands, b.String()
}
