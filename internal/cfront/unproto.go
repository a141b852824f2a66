package cfront

import (
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/cfront/layout"
	"github.com/tandem-verifier/tandem/internal/cfront/link"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Calls of a function by its name where no prototype of it is visible (6.5.2.2p6). The arguments have their promoted
// types. If one of them is passed in another way than the definition reads the parameter, the behaviour is undefined;
// the parameter then has the value that the machine gives it, as in calls through pointers of another type (ptrabi.go).

// prototyped reports whether a prototype of the called function is visible at a call by name.
func (f *calls) prototyped(c *call) bool {
	if f.u.Model || c.n == nil || c.vals != nil {
		return true
	}
	p, ok := csrc.Strip(c.n.PostfixExpression).(*cc.PrimaryExpression)
	if !ok || p.Case != cc.PrimaryExpressionIdent {
		ft := functionOf(csrc.Strip(c.n.PostfixExpression).Type())
		return ft != nil && layout.HasProto(ft)
	}
	if d, ok := p.ResolvedTo().(*cc.Declarator); ok && hasPrototype(d) && d.Visible() <= p.Token.Seq() {
		return true
	}
	for _, n := range f.u.AST.Scope.Nodes[p.Token.SrcStr()] {
		if d, ok := n.(*cc.Declarator); ok && hasPrototype(d) && d.Visible() <= p.Token.Seq() {
			return true
		}
	}
	return false
}

// hasPrototype reports whether the declarator of a function gives the types of its parameters. A definition that
// declares them after the declarator does not.
func hasPrototype(d *cc.Declarator) bool {
	for dd := d.DirectDeclarator; dd != nil; {
		switch in := dd.DirectDeclarator; {
		case dd.Case == cc.DirectDeclaratorDecl:
			dd = dd.Declarator.DirectDeclarator
		case in != nil && in.Case == cc.DirectDeclaratorIdent:
			return dd.Case == cc.DirectDeclaratorFuncParam && dd.ParameterTypeList != nil
		default:
			dd = in
		}
	}
	ft := functionOf(d.Type()) // a typedef has the type
	return ft != nil && layout.HasProto(ft)
}

// evalUnprototyped evaluates the arguments of a call of s without a visible prototype, and replaces the arguments that
// s does not read as they are passed.
func (f *calls) evalUnprototyped(c *call, s *link.Symbol) {
	ft := c.ft
	c.ft = nil
	f.evalArgs(c)
	c.ft = ft
	f.l.funcOf(s)
	sig := f.l.of(s).sig
	pc := &ptrCall{f: f.fn, c: c}
	same := true   // all arguments are passed as s reads them
	shift := false // s may read parameters from the places of other arguments
	fits := make([]bool, len(sig.ParamsC))
	for i := range min(len(c.vals), len(sig.ParamsC)) {
		var moves bool
		fits[i], moves = f.passedAlike(pc, c.vals[i], sig.ParamsC[i], oldStyle(s.Body))
		same, shift = same && fits[i], shift || moves
	}
	if same {
		return
	}
	f.l.Warn(c.pos, "%s is called without a prototype, and an argument has another type than its parameter: the "+
		"behaviour is undefined; declare %s with the types of its parameters", c.name, c.name)
	for i, t := range sig.ParamsC {
		switch it, ok := f.l.Machine(t, c.pos); {
		case i >= len(c.vals) || fits[i] && !shift:
		case ctype.IsAggregate(t):
			if !fits[i] {
				f.fail(c.node(), "argument %d of %s must be of type %s", i+1, c.name, ctype.TypeText(t))
			}
		case f.l.IsWide(t):
			w, _ := f.l.WideForm(t)
			c.vals[i] = f.inputWide(ir.Approx, "argument", w, t)
		case ok && (shift || c.vals[i].e == nil || c.vals[i].aggregate()):
			c.vals[i] = pc.any(t, it)
		case ok:
			c.vals[i] = pc.fit(c.vals[i], t, it)
		}
	}
}

// passedAlike reports whether a parameter of type t is read as the argument v is passed, and if not, whether this may
// change the places of other arguments. promoted is set if the parameter is declared without a prototype and so has a
// promoted type when it is passed.
func (f *calls) passedAlike(pc *ptrCall, v value, t cc.Type, promoted bool) (alike, moves bool) {
	if ctype.IsAggregate(t) || v.aggregate() {
		alike = ctype.IsAggregate(t) && v.aggregate() && v.t != nil && v.t.Size() == t.Size()
		return alike, !alike
	}
	if f.l.IsWide(t) || v.wide() || v.opaque || v.e == nil {
		w, _ := f.l.WideForm(t)
		alike = v.wide() && v.form == w || v.opaque && ctype.IsOpaque(t)
		return alike, !alike
	}
	it := pc.machineOf(t)
	if promoted {
		it = promoteArg(it)
	}
	from := v.e.Type()
	if sameRegister(from, it) {
		return true, false
	}
	if f.model() == ir.ILP32 {
		return false, words(from) != words(it)
	}
	return false, (from.Kind == ir.Float) != (it.Kind == ir.Float)
}
