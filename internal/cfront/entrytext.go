package cfront

import (
	"fmt"
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/cfront/link"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file reads the C expressions of the command line: assumptions on the entry's parameters, and sizes of the
// objects that they point to. Each expression becomes a function after the text of the unit. It has the parameters of
// the entry function, so the same types, globals and macros are visible in it:
//
//	static _Bool tandem_assume_1(const char *s, int n) { return !!(
//	n <= 16
//	); }
//
// The synthetic entry calls it before the entry function. The front end checks that it has no side effects.

// entryText is one expression of the command line.
type entryText struct {
	option, text string // the option, which positions have as their file, and the expression
	fn           string // the function that computes it
	result       string // the result type of fn
}

// entryTexts returns the expressions of the command line. Options that occur several times are numbered.
func entryTexts(c *link.Config) (ts []entryText) {
	for i, a := range c.Assume {
		ts = append(ts, entryText{"--assume", a, fmt.Sprintf("tandem_assume_%d", i+1), "_Bool"})
	}
	for i, s := range c.Sizes {
		if s.Expr != "" {
			ts = append(ts, entryText{"--array-size", s.Expr, fmt.Sprintf("tandem_size_%d", i+1), "long long"})
		}
	}
	seen := map[string]int{}
	for i, t := range ts {
		if seen[t.option]++; seen[t.option] > 1 {
			ts[i].option += fmt.Sprintf("#%d", seen[t.option])
		}
	}
	return ts
}

// withEntryText returns u with functions for the expressions, if u defines the entry function, and otherwise u itself.
// An error in an expression has a position in the text of the expression.
func (l *entryInputs) withEntryText(u *csrc.Unit) (*csrc.Unit, error) {
	ts := entryTexts(&l.Cfg)
	if len(ts) == 0 || l.Cfg.EntryFile != "" && !sameFile(l.Cfg.EntryFile, u.File) {
		return u, nil
	}
	def := definitionOf(u, l.Cfg.EntryName())
	if def == nil {
		return u, nil
	}
	params := paramText(def)
	cfg := l.Cfg.Source(u.File)
	for _, t := range ts {
		if err := t.wellFormed(); err != nil {
			return nil, err
		}
		cfg.After = append(cfg.After,
			csrc.Text{Name: "<" + t.fn + ">", Made: true, Text: fmt.Sprintf("static %s %s(%s) { return (%s)(", t.result, t.fn,
				params, t.result)},
			csrc.Text{Name: t.option, Text: strings.ReplaceAll(t.text, "\n", " ")},
			csrc.Text{Name: "<" + t.fn + " end>", Made: true, Text: "); }"})
	}
	v, err := csrc.Parse(cfg, u.File)
	if err != nil {
		return nil, inText(err, ts)
	}
	for _, t := range ts {
		d := definitionOf(v, t.fn)
		if d == nil {
			return nil, &Error{Pos: ir.Pos{File: t.option, Line: 1, Col: 1}, Msg: "this is no expression"}
		}
		p := purity{u: v, seen: map[string]bool{}, top: d}
		if at, why := p.impure(d); at != nil {
			return nil, &Error{Pos: v.Pos(at), Msg: "an expression without side effects is expected here: " + why}
		}
	}
	return v, nil
}

// inText moves errors that refer to the text added after an expression to the end of the expression.
func inText(err error, ts []entryText) error {
	list := link.AsErrors(err)
	for _, e := range list {
		for _, t := range ts {
			if strings.HasPrefix(e.Pos.File, "<"+t.fn) {
				e.Pos = ir.Pos{File: t.option, Line: 1, Col: len(t.text) + 1}
			}
		}
	}
	return list
}

// wellFormed returns an error unless the brackets match and no character may end the expression early.
func (t *entryText) wellFormed() error {
	fail := func(i int, msg string) error {
		return &Error{Pos: ir.Pos{File: t.option, Line: 1, Col: i + 1}, Msg: msg}
	}
	var open []byte
	s := t.text
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '"', '\'':
			j := i + 1
			for ; j < len(s) && s[j] != c; j++ {
				if s[j] == '\\' {
					j++
				}
			}
			if j >= len(s) {
				return fail(i, fmt.Sprintf("%c is not closed", c))
			}
			i = j
		case '(', '[':
			open = append(open, c)
		case ')', ']':
			if len(open) == 0 || open[len(open)-1] != c-1 && open[len(open)-1] != c-2 {
				return fail(i, fmt.Sprintf("%c does not match", c))
			}
			open = open[:len(open)-1]
		case ';', '{', '}', '#':
			return fail(i, fmt.Sprintf("one expression is expected: there is a %c", c))
		case '/':
			if i+1 < len(s) && (s[i+1] == '/' || s[i+1] == '*') {
				return fail(i, "no comments are expected here")
			}
		}
	}
	switch {
	case len(open) > 0:
		return fail(len(s), fmt.Sprintf("%c is not closed", open[len(open)-1]))
	case strings.TrimSpace(s) == "":
		return fail(0, "an expression is missing")
	}
	return nil
}

// definitionOf returns the definition of a function in a unit, or nil if it has none.
func definitionOf(u *csrc.Unit, name string) *cc.FunctionDefinition {
	for tu := u.AST.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		if x := tu.ExternalDeclaration; x.Case == cc.ExternalDeclarationFuncDef &&
			x.FunctionDefinition.Declarator.Name() == name {
			return x.FunctionDefinition
		}
	}
	return nil
}

// paramText returns the parameter list of a function in C: the text of its prototype, or for an old-style definition, a
// text made from the types.
func paramText(def *cc.FunctionDefinition) string {
	for d := def.Declarator.DirectDeclarator; d != nil; {
		if d.Case == cc.DirectDeclaratorFuncParam && d.DirectDeclarator != nil &&
			d.DirectDeclarator.Case == cc.DirectDeclaratorIdent && d.ParameterTypeList != nil &&
			d.ParameterTypeList.ParameterList != nil {
			return cc.NodeSource(d.ParameterTypeList.ParameterList)
		}
		if d.Case == cc.DirectDeclaratorDecl {
			d = d.Declarator.DirectDeclarator
		} else {
			d = d.DirectDeclarator
		}
	}
	ft, ok := def.Declarator.Type().(*cc.FunctionType)
	if !ok || ft.MaxArgs() == 0 {
		return "void"
	}
	var out []string
	for _, p := range ft.Parameters() {
		out = append(out, ctype.DeclText(p.Type(), p.Name(), 0))
	}
	if len(out) == 0 {
		return "void"
	}
	return strings.Join(out, ", ")
}

// purity searches expressions and functions of one unit for side effects.
type purity struct {
	u    *csrc.Unit
	seen map[string]bool        // functions that have been searched
	top  *cc.FunctionDefinition // the function of the expression, which may not even assign its parameters
}

// isPure reports whether a function that the program does not define changes nothing except errno.
func isPure(name string) bool {
	switch name {
	case "__CPROVER_r_ok", "__CPROVER_w_ok", "__CPROVER_rw_ok", "__CPROVER_OBJECT_SIZE", "__CPROVER_POINTER_OFFSET",
		"__CPROVER_same_object", "__builtin_object_size":
		return true
	}
	return library.FactsOf(strings.TrimPrefix(name, "__builtin_")).Pure
}

// impure returns the first node in a function that may have an effect beyond the call, and a text on the effect. It
// returns nil if there is none.
func (p *purity) impure(def *cc.FunctionDefinition) (at cc.Node, why string) {
	found := func(n cc.Node, format string, args ...any) bool {
		if at == nil {
			at, why = n, fmt.Sprintf(format, args...)
		}
		return false
	}
	isOwn := func(n cc.ExpressionNode) bool { return def != p.top && isOwnVariable(n) }
	csrc.Walk(def.CompoundStatement, func(n cc.Node) bool {
		if at != nil {
			return false
		}
		switch x := n.(type) {
		case *cc.AssignmentExpression:
			if x.Case != cc.AssignmentExpressionCond && !isOwn(x.UnaryExpression) {
				return found(x.Token, "%s assigns", cc.NodeSource(x))
			}
		case *cc.UnaryExpression:
			if (x.Case == cc.UnaryExpressionInc || x.Case == cc.UnaryExpressionDec) && !isOwn(x.UnaryExpression) {
				return found(x, "%s assigns", cc.NodeSource(x))
			}
		case *cc.PostfixExpression:
			switch x.Case {
			case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
				if !isOwn(x.PostfixExpression) {
					return found(x, "%s assigns", cc.NodeSource(x))
				}
			case cc.PostfixExpressionCall:
				id, ok := csrc.Strip(x.PostfixExpression).(*cc.PrimaryExpression)
				if !ok || id.Case != cc.PrimaryExpressionIdent {
					return found(x, "it is not known what %s does", cc.NodeSource(x))
				}
				name := id.Token.SrcStr()
				if isPure(name) || p.seen[name] {
					return true
				}
				callee := definitionOf(p.u, name)
				if callee == nil {
					return found(x, "%s may change something", name)
				}
				p.seen[name] = true
				if n, w := p.impure(callee); n != nil {
					return found(x, "%s may change something (%s: %s)", name, p.u.Pos(n), w)
				}
			}
		case *cc.AsmStatement:
			return found(x, "inline assembly")
		}
		return true
	})
	return at, why
}

// isOwnVariable reports whether an lvalue is an automatic variable.
func isOwnVariable(n cc.ExpressionNode) bool {
	id, ok := csrc.Strip(n).(*cc.PrimaryExpression)
	if !ok || id.Case != cc.PrimaryExpressionIdent {
		return false
	}
	d, ok := id.ResolvedTo().(*cc.Declarator)
	return ok && !d.IsStatic() && !d.IsExtern() && d.StorageDuration() == cc.Automatic && d.Linkage() == cc.None
}

// assumeEntry assumes the expressions of --assume for the arguments vals.
func (f startTexts) assumeEntry(u *link.Unit, vals []value) {
	for _, t := range entryTexts(&f.l.Cfg) {
		if !strings.HasPrefix(t.fn, "tandem_assume_") {
			continue
		}
		f.pos = ir.Pos{File: t.option, Line: 1, Col: 1}
		v := f.callText(u, t.fn, vals)
		f.emit(&ir.Assume{Cond: ir.NewBinary(ir.Ne, v, ir.NewConst(v.Type(), 0)), Guard: ir.UserAssume})
		f.l.assume(f.fn, ir.Assumed{Text: fmt.Sprintf("%s is called with %s (--assume)", f.l.Cfg.EntryName(), t.text)})
	}
}

// callText calls the function of an expression, and returns its result.
func (f startTexts) callText(u *link.Unit, name string, vals []value) ir.Expr {
	s := u.Locals[name]
	if s == nil {
		f.l.Fail(f.pos, "internal error: %s is not there", name)
	}
	g := f.l.funcOf(s)
	args, _ := f.calls.irArgs(&call{f: f.fn, pos: f.pos, name: name, vals: vals}, f.l.of(s).sig)
	return f.def(f.l.of(s).sig.Result, func(v *ir.Var) ir.Stmt { return &ir.Call{Dst: v, Func: g, Args: args} })
}

// sizeOf returns the size that the command line gives for a parameter, or nil if it gives none.
func (l *entryInputs) sizeOf(p *cc.Parameter) *link.ParamSize {
	for i := range l.Cfg.Sizes {
		if s := &l.Cfg.Sizes[i]; s.Param == p.Name() && p.Name() != "" {
			return s
		}
	}
	return nil
}

// sizedParams sets c.vals for the parameters whose sizes the command line gives, after the other parameters are known.
// Each of them is null or points to an object of its own.
func (f startTexts) sizedParams(s *link.Symbol, ps []*cc.Parameter, c *call) {
	l := f.l
	var names []string
	known := map[string]bool{}
	for _, p := range ps {
		names = append(names, p.Name())
		known[p.Name()] = true
	}
	for _, z := range l.Cfg.Sizes {
		if !known[z.Param] {
			l.Fail(s.Pos, "--array-size: %s has no parameter %s; it has %s", s.Name, z.Param, strings.Join(names, ", "))
		}
	}
	for i, p := range ps {
		if z := l.inputs.sizeOf(p); z != nil && z.Expr == "" {
			c.vals[i] = f.sizedParam(p, c, z, nil)
		}
	}
	given := append([]value(nil), c.vals...)
	for i, p := range ps { // expressions for sizes see null for these parameters
		if given[i].t == nil {
			t := p.Type().Decay()
			given[i] = value{e: ir.NewConst(l.Cfg.Model.Ptr(), 0), t: t}
		}
	}
	for i, p := range ps {
		z := l.inputs.sizeOf(p)
		if z == nil || z.Expr == "" {
			continue
		}
		for _, t := range entryTexts(&l.Cfg) {
			if t.fn != fmt.Sprintf("tandem_size_%d", l.inputs.indexOfSize(z)+1) {
				continue
			}
			f.pos = ir.Pos{File: t.option, Line: 1, Col: 1}
			n := f.callText(s.Unit, t.fn, given)
			ok := ir.NewAnd(ir.NewBinary(ir.Le, ir.NewConst(n.Type(), 0), n),
				ir.NewBinary(ir.Le, n,
					ir.NewConst(n.Type(), largest(ir.Type{Kind: ir.Int, Bits: l.Cfg.Model.Ptr().Bits, Signed: true}))))
			f.emit(&ir.Assume{Cond: ok, Guard: ir.OtherGuard})
			c.vals[i] = f.sizedParam(p, c, z, n)
		}
	}
}

// indexOfSize returns the index of z in the configuration, or -1.
func (l *entryInputs) indexOfSize(z *link.ParamSize) int {
	for i := range l.Cfg.Sizes {
		if z == &l.Cfg.Sizes[i] {
			return i
		}
	}
	return -1
}

// sizedParam reads one parameter with the size z. If the size depends on other parameters, n is the size in bytes;
// otherwise n is nil.
func (f startTexts) sizedParam(p *cc.Parameter, c *call, z *link.ParamSize, n ir.Expr) value {
	l, t := f.l, p.Type().Decay()
	e := ctype.Elem(t)
	if e == nil || e.Kind() == cc.Function {
		l.Fail(c.pos, "--array-size: %s is no pointer to an object", z.Param)
	}
	if p.Declarator != nil {
		f.pos = f.atName(p.Declarator)
	}
	if n == nil && z.Lo == z.Hi {
		l.assume(f.fn, ir.Assumed{Text: fmt.Sprintf("%s is null or leads to an object of its own, of %s (--array-size)",
			z.Param,
			ir.Bytes(z.Lo))})
		v := f.input(ir.Param, z.Param, f.ptr(), z.Lo)
		f.lastTemp.Points = l.Points(t)
		site := l.IR.Sites[len(l.IR.Sites)-1]
		site.Parts, site.Own = l.inputs.freshParts(site, t, z.Lo), true
		return value{e: v, t: t}
	}
	if n == nil {
		l.assume(f.fn, ir.Assumed{Text: fmt.Sprintf(
			"%s is null or leads to an object of its own, of %d to %d bytes (--array-size)", z.Param, z.Lo, z.Hi)})
		st := f.model().Size()
		n = f.input(ir.Param, z.Param+" size", st, 0)
		ok := ir.NewAnd(ir.NewBinary(ir.Le, ir.NewConst(st, z.Lo), n), ir.NewBinary(ir.Le, n, ir.NewConst(st, z.Hi)))
		f.emit(&ir.Assume{Cond: ok, Guard: ir.OtherGuard})
	} else {
		l.assume(f.fn, ir.Assumed{Text: fmt.Sprintf(
			"%s is null or leads to an object of its own, of %s bytes, which is not negative (--array-size)", z.Param, z.Expr)})
	}
	sel := f.input(ir.Param, z.Param+" given", ir.U8, 0)
	v := f.temp(f.ptr())
	v.Points = l.Points(t)
	null, made, end := f.newLoc(), f.newLoc(), f.newLoc()
	is := ir.NewBinary(ir.Eq, sel, ir.NewConst(ir.U8, 0))
	f.edge(f.cur, null, &ir.Assume{Cond: is, Guard: ir.OtherGuard}, f.pos)
	f.edge(f.cur, made, &ir.Assume{Cond: ir.NotExpr(is), Guard: ir.OtherGuard}, f.pos)
	f.edge(null, end, &ir.Assign{Dst: v, Src: ir.NewConst(v.Type, 0)}, f.pos)
	site := l.IR.NewSite(ir.ObjectBytes, z.Param, ir.Type{}, f.f, f.pos)
	if es, err := l.Layout.Sizeof(e); err == nil && es > 0 && l.Points(t) != "" {
		site.Parts = l.PartsOf(e, true)
	}
	f.edge(made, end, &ir.Alloc{Dst: v, Size: n, Kind: ir.Stack, Site: site}, f.pos)
	f.cur = end
	return value{e: ir.NewRef(v), t: t}
}
