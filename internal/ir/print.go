package ir

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/tandem-verifier/tandem/internal/num"
)

// This file prints the text form. The package comment has an example, Parse the grammar. The text form has all
// information that the program has, except for fields whose comments say otherwise.

// Print returns the text form of a program that satisfies the rules of Check.
func Print(p *Program) string {
	var b bytes.Buffer
	pr := newPrinter(p)
	pr.program(&b)
	return b.String()
}

// Write writes the text form of p to w, in pieces, so the whole text is never in memory.
func Write(w io.Writer, p *Program) error {
	var b bytes.Buffer
	pr := newPrinter(p)
	pr.to = w
	pr.program(&b)
	if pr.err == nil {
		_, pr.err = w.Write(b.Bytes())
	}
	return pr.err
}

// PrintFunc returns the text form of f, a function of p.
func PrintFunc(p *Program, f *Func) string {
	var b bytes.Buffer
	newPrinter(p).fn(&b, f)
	return b.String()
}

// ExprString returns the text form of an expression.
func ExprString(e Expr) string {
	var b strings.Builder
	writeExpr(&b, e, 0)
	return b.String()
}

// StmtString returns the text form of a statement.
func StmtString(s Stmt) string {
	var b strings.Builder
	writeStmt(&b, s)
	return b.String()
}

// String returns the text form of an edge, without position.
func (e *Edge) String() string {
	return fmt.Sprintf("L%d -> L%d: %s", e.From.ID, e.To.ID, StmtString(e.Stmt))
}

// String returns the function and the number of a location, such as main:L3.
func (l *Loc) String() string {
	if l.Func == nil {
		return fmt.Sprintf("L%d", l.ID)
	}
	return fmt.Sprintf("%s:L%d", l.Func.Name, l.ID)
}

// Where returns the source position of a location as text: its own position or, if that is unknown, the position of an
// edge that leaves or enters it. Without any position it returns the name of the function.
func (l *Loc) Where() string {
	pos := l.Pos
	for _, es := range [][]*Edge{l.Out, l.In} {
		for _, e := range es {
			if !pos.IsValid() {
				pos = e.Pos
			}
		}
	}
	if pos.IsValid() || l.Func == nil {
		return pos.String()
	}
	return l.Func.Source
}

// printer writes the text form of a program into buffers.
type printer struct {
	p    *Program
	file string    // the first file, which positions do not name
	to   io.Writer // the writer to which pass writes the text; may be nil
	err  error     // the first error that the writer returned
}

// pass writes the contents of b to pr.to and empties b if b has much text. It does nothing if pr.to is nil.
func (pr *printer) pass(b *bytes.Buffer) {
	if pr.to == nil || b.Len() < 1<<16 {
		return
	}
	if pr.err == nil {
		_, pr.err = pr.to.Write(b.Bytes())
	}
	b.Reset()
}

func newPrinter(p *Program) *printer {
	pr := &printer{p: p}
	if p != nil && len(p.Files) > 0 {
		pr.file = p.Files[0].Name
	}
	return pr
}

// ghosts returns the functions that sites and inlined edges name but that are no longer in the program: they were
// removed after all their calls had been inlined.
func (p *Program) ghosts() []*Func {
	seen := make(map[*Func]bool)
	for _, f := range p.Funcs {
		seen[f] = true
	}
	var gs []*Func
	add := func(f *Func) {
		if f != nil && !seen[f] {
			seen[f] = true
			gs = append(gs, f)
		}
	}
	for _, s := range p.Sites {
		if s != nil {
			add(s.Func)
		}
	}
	met := make(map[*Inlined]bool)
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			if e == nil {
				continue
			}
			for in := e.Inline; in != nil && !met[in]; in = in.Parent {
				met[in] = true
				add(in.Func)
			}
		}
	}
	return gs
}

// program prints the whole program.
func (pr *printer) program(b *bytes.Buffer) {
	p := pr.p
	fmt.Fprintf(b, "program %s\n", p.Model)
	for _, f := range p.Files {
		fmt.Fprintf(b, "file %s", strconv.Quote(f.Name))
		if f.SHA256 != "" {
			fmt.Fprintf(b, " sha256 %s", strconv.Quote(f.SHA256))
		}
		b.WriteByte('\n')
	}
	for _, w := range p.Warnings {
		fmt.Fprintf(b, "warning %s%s\n", strconv.Quote(w.Text), pr.at(w.Pos))
	}
	for _, w := range p.Assumed {
		runs := ""
		if w.Runs {
			runs = " runs"
		}
		fmt.Fprintf(b, "assumed %s%s%s\n", strconv.Quote(w.Text), runs, pr.at(w.Pos))
	}
	for _, m := range p.Missing {
		fmt.Fprintf(b, "missing %s", strconv.Quote(m.Name))
		for _, n := range m.Near {
			fmt.Fprintf(b, " near %s", strconv.Quote(n))
		}
		if m.Says != "" {
			fmt.Fprintf(b, " says %s", strconv.Quote(m.Says))
		}
		fmt.Fprintf(b, "%s\n", pr.at(m.Pos))
	}
	for _, f := range p.ghosts() {
		fmt.Fprintf(b, "removed %s%s%s\n", nameText(f.Name), quoted(" source", f.Source), pr.at(f.Pos))
	}
	for _, s := range p.Sites {
		pr.site(b, s)
	}
	for _, o := range p.Obligations {
		fmt.Fprintf(b, "obligation %s%s%s", strconv.Quote(o.Kind), quoted(" text", o.Text), quoted(" in", o.Func))
		for _, v := range o.Via {
			fmt.Fprintf(b, " via %s", pr.pos(v))
		}
		fmt.Fprintf(b, "%s\n", pr.at(o.Pos))
		pr.pass(b)
	}
	for _, v := range p.Globals {
		b.WriteString("global ")
		pr.reg(b, v)
		pr.pass(b)
	}
	for _, o := range p.Objects {
		b.WriteString("object ")
		pr.object(b, o)
		pr.pass(b)
	}
	if p.Entry != nil {
		fmt.Fprintf(b, "entry %s\n", nameText(p.Entry.Name))
	}
	for _, f := range p.Funcs {
		b.WriteByte('\n')
		pr.fn(b, f)
	}
}

// site prints the line of a site.
func (pr *printer) site(b *bytes.Buffer, s *Site) {
	fmt.Fprintf(b, "site %s %s", s.Kind, strconv.Quote(s.Key))
	b.WriteString(quoted(" name", s.Name))
	if s.Type != Void {
		fmt.Fprintf(b, " type %s", s.Type)
	}
	if s.Func != nil {
		fmt.Fprintf(b, " in %s", nameText(s.Func.Name))
	}
	b.WriteString(quoted(" parts", partsText(s.Parts)))
	if s.Own {
		b.WriteString(" own")
	}
	fmt.Fprintf(b, "%s\n", pr.at(s.Pos))
}

// reg prints the declaration of a register after its keyword.
func (pr *printer) reg(b *bytes.Buffer, v *Var) {
	fmt.Fprintf(b, "%s %s", nameText(v.Name), v.Type)
	if v.Init != nil {
		fmt.Fprintf(b, " = %s", ExprString(v.Init))
	}
	b.WriteString(quoted(" source", v.Source))
	b.WriteString(quoted(" ctype", v.CType))
	b.WriteString(quoted(" points", v.Points))
	b.WriteString(pr.scope(v.Scope))
	b.WriteByte('\n')
}

// object prints the declaration of an object after its keyword.
func (pr *printer) object(b *bytes.Buffer, o *Object) {
	fmt.Fprintf(b, "%s size %d align %d", nameText(o.Name), o.Size, o.Align)
	if o.Const {
		b.WriteString(" const")
	}
	if o.Uninit {
		b.WriteString(" uninit")
	}
	if o.Elem != Void {
		fmt.Fprintf(b, " elem %s", o.Elem)
	}
	if o.Site != nil {
		fmt.Fprintf(b, " #%d", o.Site.ID)
	}
	b.WriteString(quoted(" source", o.Source))
	b.WriteString(quoted(" ctype", o.CType))
	b.WriteString(quoted(" parts", partsText(o.Parts)))
	if o.Known {
		b.WriteString(" known")
	}
	b.WriteString(pr.scope(o.Scope))
	if len(o.Init) > 0 {
		b.WriteString(" = {")
		for i, it := range o.Init {
			if i > 0 {
				b.WriteString(",")
			}
			fmt.Fprintf(b, " %d: %s", it.Off, ExprString(it.Val))
		}
		b.WriteString(" }")
	}
	fmt.Fprintf(b, "%s\n", pr.at(o.Pos))
}

// fn prints a function.
func (pr *printer) fn(b *bytes.Buffer, f *Func) {
	fmt.Fprintf(b, "func %s(", nameText(f.Name))
	for i, v := range f.Params {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(nameText(v.Name))
	}
	fmt.Fprintf(b, ") %s%s%s {\n", f.Result, quoted(" source", f.Source), pr.at(f.Pos))
	for _, v := range f.Vars {
		b.WriteString("  reg ")
		pr.reg(b, v)
	}
	for _, o := range f.Objects {
		b.WriteString("  object ")
		pr.object(b, o)
	}
	inl := pr.inlines(b, f)
	for _, l := range f.Locs {
		pr.loc(b, f, l)
		pr.pass(b)
	}
	for _, e := range f.Edges {
		b.WriteString("  L")
		b.WriteString(strconv.Itoa(e.From.ID))
		b.WriteString(" -> L")
		b.WriteString(strconv.Itoa(e.To.ID))
		b.WriteString(": ")
		b.WriteString(StmtString(e.Stmt))
		if e.Inline != nil {
			fmt.Fprintf(b, " inline %d", inl[e.Inline])
		}
		b.WriteString(pr.at(e.Pos))
		b.WriteByte('\n')
		pr.pass(b)
	}
	b.WriteString("}\n")
}

// inlines prints a table of the inlined calls of f, parents first, and returns their numbers.
func (pr *printer) inlines(b *bytes.Buffer, f *Func) map[*Inlined]int {
	nums := make(map[*Inlined]int)
	var add func(in *Inlined)
	add = func(in *Inlined) {
		if _, ok := nums[in]; ok || in == nil {
			return
		}
		add(in.Parent)
		nums[in] = len(nums)
		fmt.Fprintf(b, "  inline %s", nameText(in.Func.Name))
		if in.Parent != nil {
			fmt.Fprintf(b, " in %d", nums[in.Parent])
		}
		fmt.Fprintf(b, "%s\n", pr.at(in.Call))
	}
	for _, e := range f.Edges {
		add(e.Inline)
	}
	return nums
}

// loc prints the line of a location.
func (pr *printer) loc(b *bytes.Buffer, f *Func, l *Loc) {
	b.WriteString("  loc L")
	b.WriteString(strconv.Itoa(l.ID))
	if l == f.Entry {
		b.WriteString(" entry")
	}
	if l.Kind != Plain {
		fmt.Fprintf(b, " %s", l.Kind)
	}
	if l.Normal {
		b.WriteString(" normal")
	}
	if l.Obligation != nil {
		fmt.Fprintf(b, " O%d", l.Obligation.ID)
	}
	if l.Loop != nil {
		fmt.Fprintf(b, " loop %s %s", strconv.Quote(l.Loop.Keyword), pr.pos(l.Loop.Pos))
		if l.Loop.Test.IsValid() {
			fmt.Fprintf(b, " test %s", pr.pos(l.Loop.Test))
		}
	}
	if l.Labels {
		b.WriteString(" labels")
	}
	writeOrder(b, " out", l.Out)
	writeOrder(b, " in", l.In)
	b.WriteString(pr.at(l.Pos))
	b.WriteByte('\n')
}

// writeOrder prints the ids of es after the word what, unless they are in ascending order.
func writeOrder(b *bytes.Buffer, what string, es []*Edge) {
	sorted := true
	for i := 1; i < len(es); i++ {
		sorted = sorted && es[i-1].ID < es[i].ID
	}
	if sorted {
		return
	}
	b.WriteString(what)
	for _, e := range es {
		fmt.Fprintf(b, " %d", e.ID)
	}
}

// pos returns the text of a position, "@-" for the zero position.
func (pr *printer) pos(p Pos) string {
	switch {
	case p == Pos{}:
		return "@-"
	case p.File == pr.file:
		return "@" + strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Col)
	}
	return "@" + strconv.Quote(p.File) + ":" + strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Col)
}

// at returns the text of a position after a blank, "" for the zero position.
func (pr *printer) at(p Pos) string {
	if p == (Pos{}) {
		return ""
	}
	return " " + pr.pos(p)
}

// scope returns the text of a scope, "" for the zero scope.
func (pr *printer) scope(s Scope) string {
	if s == (Scope{}) {
		return ""
	}
	return " scope " + pr.pos(s.From) + " " + pr.pos(s.To)
}

// quoted returns key and the quoted s, "" if s is empty.
func quoted(key, s string) string {
	if s == "" {
		return ""
	}
	return key + " " + strconv.Quote(s)
}

// nameText returns the text of a name, quoted unless it is a plain name.
func nameText(s string) string {
	if isPlainName(s) {
		return s
	}
	return strconv.Quote(s)
}

// isPlainName reports whether the lexer and the parser read s as a name without quotes.
func isPlainName(s string) bool {
	if s == "" || reserved(s) {
		return false
	}
	for i := 0; i < len(s); i++ {
		if !isNameByte(s[i], i == 0) {
			return false
		}
	}
	return true
}

// isNameByte reports whether a plain name may contain c, or begin with c if first is set.
func isNameByte(c byte, first bool) bool {
	switch {
	case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '_':
		return true
	case c >= '0' && c <= '9', c == '.', c == '$':
		return !first
	}
	return false
}

// reserved reports whether s, as an unquoted name, could be confused with the first word of a statement, a literal, or
// a word after an expression.
func reserved(s string) bool {
	switch s {
	case "skip", "assume", "input", "load", "store", "decl", "alloc", "free", "memcopy", "memset",
		"memhavoc", "havocall", "call", "return", "math", "undefined", "true", "false", "nan", "inf", "inline",
		"source", "ctype", "scope", "fresh", "zeroed":
		return true
	}
	return false
}

func (k SiteKind) String() string { return textOf(siteKinds, int(k)) }
func (k LocKind) String() string  { return textOf(locKinds, int(k)) }
func (g Guard) String() string    { return textOf(guards, int(g)) }
func (m Mark) String() string     { return textOf(marks, int(m)) }
func (op UnOp) String() string    { return textOf(unOps, int(op)) }
func (op BinOp) String() string   { return textOf(binOps, int(op)) }
func (k AllocKind) String() string {
	return textOf(allocKinds, int(k))
}

// textOf returns names[i], or a text for an invalid i.
func textOf(names []string, i int) string {
	if i < len(names) && names[i] != "" {
		return names[i]
	}
	return fmt.Sprintf("bad%d", i)
}

// The words of the text form, by the values of their types. binPrec has the precedences of binary operators, from 1 for
// the weakest. None of these variables changes.
var (
	siteKinds = []string{Nondet: "nondet", NoBody: "nobody", Param: "param", Uninit: "uninit", ObjectBytes: "bytes",
		Shift: "shift", Library: "library", Approx: "approx", Choice: "choice"}
	locKinds = []string{Plain: "plain", Exit: "exit", Error: "error", Halt: "halt"}
	guards   = []string{Branch: "branch", UserAssume: "user", DivGuard: "div", OvfGuard: "ovf", ShiftGuard: "shift",
		CallGuard: "call", AccessGuard: "access", OtherGuard: "other"}
	marks = []string{NoMark: "none", True: "T", False: "F"}
	unOps = []string{Neg: "-", Not: "~", LNot: "!", FAbs: "fabs", FSqrt: "fsqrt", FFloor: "ffloor", FCeil: "fceil",
		FTrunc: "ftrunc", FNearest: "fnearest"}
	binOps = []string{Add: "+", Sub: "-", Mul: "*", Div: "/", Rem: "%", And: "&", Or: "|", Xor: "^", Shl: "<<",
		Shr: ">>", Eq: "==", Ne: "!=", Lt: "<", Le: "<=", LAnd: "&&", LOr: "||"}
	allocKinds = []string{Heap: "heap", Stack: "stack"}
	binPrec    = []int{Add: 9, Sub: 9, Mul: 10, Div: 10, Rem: 10, And: 5, Or: 3, Xor: 4, Shl: 8, Shr: 8, Eq: 6, Ne: 6,
		Lt: 7, Le: 7, LAnd: 2, LOr: 1}
)

// unaryPrec is the precedence of unary operators.
const unaryPrec = 11

// objText returns the text form of an object's name.
func objText(o *Object) string {
	if o.Func == nil {
		return "@" + nameText(o.Name)
	}
	return nameText(o.Name)
}

// varText returns the text form of a register's name.
func varText(v *Var) string {
	if v.Global {
		return "@" + nameText(v.Name)
	}
	return nameText(v.Name)
}

// writeExpr prints e, with parentheses if e is a binary operation with a precedence below prec.
func writeExpr(b *strings.Builder, e Expr, prec int) {
	switch e := e.(type) {
	case *Const:
		writeConst(b, e)
	case *Ref:
		b.WriteString(varText(e.Var))
	case *AddrOf:
		b.WriteString("&" + objText(e.Obj))
	case *FuncAddr:
		b.WriteString("func(" + nameText(e.Func.Name) + ")")
	case *Unary:
		writeUnary(b, e)
	case *Binary:
		p := 0
		if int(e.Op) < len(binPrec) {
			p = binPrec[e.Op]
		}
		if p < prec {
			b.WriteByte('(')
		}
		writeExpr(b, e.X, p)
		b.WriteString(" " + e.Op.String() + " ")
		writeExpr(b, e.Y, p+1)
		if p < prec {
			b.WriteByte(')')
		}
	case *Cast:
		writeCall(b, e.T.String(), e.X)
	case *PtrAdd:
		b.WriteString("ptradd(")
		writeExpr(b, e.P, 0)
		b.WriteString(", ")
		writeExpr(b, e.Index, 0)
		fmt.Fprintf(b, ", %d)", e.Scale)
	case *PtrDiff:
		writeCall(b, "ptrdiff", e.P, e.Q)
	case *Overflows:
		b.WriteString("overflows(")
		writeExpr(b, &Binary{e.Op, e.X, e.Y}, 0)
		b.WriteByte(')')
	case *Valid:
		writeCall(b, e.What.String(), e.operands()...)
	case *Load:
		b.WriteString("mem(" + e.T.String() + ", ")
		writeExpr(b, e.Addr, 0)
		b.WriteByte(')')
	case *Forall:
		fmt.Fprintf(b, "forall(%s %s, ", nameText(e.Bound.Name), e.Bound.Type)
		writeExpr(b, e.Lo, 0)
		b.WriteString(", ")
		writeExpr(b, e.Hi, 0)
		b.WriteString(", ")
		writeExpr(b, e.Body, 0)
		b.WriteByte(')')
	default:
		b.WriteString("<nil>")
	}
}

// writeUnary prints a Unary, as an operator or as a function form.
func writeUnary(b *strings.Builder, e *Unary) {
	if e.Op > LNot {
		writeCall(b, e.Op.String(), e.X)
		return
	}
	b.WriteString(e.Op.String())
	if _, ok := e.X.(*Const); ok { // -(1:i32) is not the literal -1:i32
		b.WriteByte('(')
		writeExpr(b, e.X, 0)
		b.WriteByte(')')
		return
	}
	writeExpr(b, e.X, unaryPrec)
}

// writeCall prints a function form.
func writeCall(b *strings.Builder, name string, args ...Expr) {
	b.WriteString(name)
	writeArgs(b, args)
}

// writeArgs prints arguments in parentheses.
func writeArgs(b *strings.Builder, args []Expr) {
	b.WriteByte('(')
	for i, a := range args {
		if i > 0 {
			b.WriteString(", ")
		}
		writeExpr(b, a, 0)
	}
	b.WriteByte(')')
}

// writeConst prints a literal with its type.
func writeConst(b *strings.Builder, c *Const) {
	switch c.T.Kind {
	case Bool:
		if c.Bits <= 1 {
			b.WriteString(strconv.FormatBool(c.Bits == 1))
			return
		}
		fmt.Fprintf(b, "%d", c.Bits)
	case Float:
		b.WriteString(floatText(c.T, c.Bits))
	case Int:
		if c.T.Signed && c.Bits == num.Trunc(c.Bits, c.T.Bits) {
			fmt.Fprintf(b, "%d", num.Signed(c.Bits, c.T.Bits))
		} else {
			fmt.Fprintf(b, "%d", c.Bits)
		}
	default: // sound: print the number
		fmt.Fprintf(b, "%d", c.Bits)
	}
	b.WriteString(":" + c.T.String())
}

// floatText returns the shortest decimal text of the number of type t with these bits; inf, -inf or nan(bits) for the
// other values.
func floatText(t Type, bits uint64) string {
	f := FloatOf(t, bits)
	switch {
	case t.Bits == 32 && bits>>32 != 0, math.IsNaN(f):
		return fmt.Sprintf("nan(%#x)", bits)
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	}
	size := 64
	if t.Bits == 32 {
		size = 32
	}
	return strconv.FormatFloat(f, 'g', -1, size)
}

// writeStmt prints a statement.
func writeStmt(b *strings.Builder, s Stmt) {
	dst := func(v *Var) {
		b.WriteString(varText(v) + " = ")
	}
	list := func(word string, es ...Expr) {
		b.WriteString(word)
		for i, e := range es {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteByte(' ')
			writeExpr(b, e, 0)
		}
	}
	switch s := s.(type) {
	case *Skip:
		b.WriteString("skip")
	case *Assign:
		dst(s.Dst)
		writeExpr(b, s.Src, 0)
	case *Assume:
		list("assume", s.Cond)
		if s.Mark != NoMark {
			b.WriteString(" [" + s.Mark.String() + "]")
		}
		if s.Guard != Branch {
			b.WriteString(" [" + s.Guard.String() + "]")
		}
	case *Input:
		dst(s.Dst)
		fmt.Fprintf(b, "input #%d", s.Site.ID)
		if s.FreshSize != 0 {
			fmt.Fprintf(b, " fresh %d", s.FreshSize)
		}
	case *LoadStmt:
		dst(s.Dst)
		list("load", s.Addr)
	case *Store:
		list("store", s.Addr, s.Val)
	case *Decl:
		b.WriteString("decl " + objText(s.Obj))
	case *End:
		b.WriteString("end " + objText(s.Obj))
	case *Alloc:
		dst(s.Dst)
		list("alloc "+s.Kind.String(), s.Size)
		if s.Zeroed {
			b.WriteString(" zeroed")
		}
		if s.Kept {
			b.WriteString(" kept")
		}
		if s.Moved {
			b.WriteString(" moved")
		}
		if s.Site != nil {
			fmt.Fprintf(b, " #%d", s.Site.ID)
		}
	case *Free:
		list("free", s.Addr)
		if s.Kind != Heap {
			b.WriteString(" " + s.Kind.String())
		}
		if s.Kept {
			b.WriteString(" kept")
		}
	case *MemCopy:
		list("memcopy", s.Dst, s.Src, s.N)
	case *MemSet:
		list("memset", s.Dst, s.Val, s.N)
	case *MemHavoc:
		list("memhavoc", s.Addr, s.N)
		fmt.Fprintf(b, " #%d", s.Site.ID)
	case *HavocAll:
		b.WriteString("havocall " + strconv.Quote(s.Why))
	case *Call:
		if s.Dst != nil {
			dst(s.Dst)
		}
		b.WriteString("call " + nameText(s.Func.Name))
		writeArgs(b, s.Args)
	case *Return:
		if s.Val == nil {
			b.WriteString("return")
		} else {
			list("return", s.Val)
		}
	case *Math:
		dst(s.Dst)
		b.WriteString("math " + nameText(s.Fn))
		writeArgs(b, s.Args)
	case *Undefined:
		b.WriteString("undefined " + strconv.Quote(s.Kind))
	default:
		fmt.Fprintf(b, "<%T>", s)
	}
}
