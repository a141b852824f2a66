package cfront

import (
	"fmt"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/cfront/link"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file reads what the declaration of the entry function promises about its pointer parameters: restrict (6.7.3.1),
// the static of a[static n] (6.7.6.3p7), and gcc's attribute nonnull. The promises are assumed, and listed as
// assumptions.

// mostRoom bounds the bytes that [static n] may promise. If n is larger, only a pointer that is not null is assumed.
const mostRoom = 1 << 26

// promised holds the promises for one parameter.
type promised struct {
	nonnull bool
	option  bool  // nonnull is not promised by the declaration but assumed by --null
	bytes   int64 // least size of the object in bytes; 0 if none is promised
	apart   apart
	reads   bool              // the parameter points to const
	count   cc.ExpressionNode // the count of [static count], or nil if there is none or it is a constant
}

// apart selects the inputs that do not point to the object of a restrict parameter. Parameters may share an object that
// is only read (6.7.3.1p10).
type apart uint8

const (
	apartFromNone    apart = iota
	apartFromWriters       // parameters that point to objects that are not const
	apartFromAll
)

// promises returns what the declaration of the entry function promises for each of its parameters.
func (f entryParams) promises(s *link.Symbol, ps []*cc.Parameter) []promised {
	out := make([]promised, len(ps))
	all, some := f.l.inputs.Nonnull(s)
	for i, p := range ps {
		e := ctype.Elem(p.Type().Decay())
		if e == nil {
			continue
		}
		out[i].nonnull = all || some[i]
		if x := parameterArray(p.Declarator); x != nil {
			switch x.Case {
			case cc.DirectDeclaratorStaticArr, cc.DirectDeclaratorArrStatic:
				out[i].nonnull = true
				if n, ok := intValue(x.AssignmentExpression); !ok {
					out[i].count = x.AssignmentExpression
				} else if size, err := f.l.Layout.Sizeof(e); err == nil && size > 0 && n > 0 && n <= mostRoom/size {
					out[i].bytes = n * size
				}
			default: // an array without static promises nothing about its length
			}
		}
		if f.l.Cfg.Null != "" && !out[i].nonnull && e.Kind() != cc.Function {
			out[i].nonnull, out[i].option = true, true
		}
		restricted := f.l.inputs.restricted(p.Declarator)
		out[i].reads = e.Attributes() != nil && e.Attributes().IsConst()
		switch {
		case !restricted || e.Kind() == cc.Function:
		case out[i].reads:
			out[i].apart = apartFromWriters
		default:
			out[i].apart = apartFromAll
		}
	}
	return out
}

// parameterArray returns the part of a declarator that makes the parameter itself an array, or nil if there is none. In
// int (*(a[static 2]))[3] it is [static 2].
func parameterArray(d *cc.Declarator) *cc.DirectDeclarator {
	if d == nil {
		return nil
	}
	var nearest *cc.DirectDeclarator // the part of this declarator that is nearest to the name
	x := d.DirectDeclarator
	for x != nil && x.Case != cc.DirectDeclaratorIdent && x.Case != cc.DirectDeclaratorDecl {
		nearest, x = x, x.DirectDeclarator
	}
	if x != nil && x.Case == cc.DirectDeclaratorDecl {
		if inner := x.Declarator; derives(inner) {
			return parameterArray(inner)
		}
	}
	if nearest != nil && arrayCase(nearest.Case) {
		return nearest
	}
	return nil
}

// derives reports whether a declarator is more than a name in parentheses.
func derives(d *cc.Declarator) bool {
	for {
		x := d.DirectDeclarator
		switch {
		case d.Pointer != nil || x == nil:
			return true
		case x.Case == cc.DirectDeclaratorIdent:
			return false
		case x.Case != cc.DirectDeclaratorDecl:
			return true
		}
		d = x.Declarator
	}
}

// arrayCase reports whether c is a form of array declarator.
func arrayCase(c cc.DirectDeclaratorCase) bool {
	switch c {
	case cc.DirectDeclaratorArr, cc.DirectDeclaratorStaticArr, cc.DirectDeclaratorArrStatic, cc.DirectDeclaratorStar:
		return true
	case cc.DirectDeclaratorIdent, cc.DirectDeclaratorDecl, cc.DirectDeclaratorFuncParam, cc.DirectDeclaratorFuncIdent:
	}
	return false
}

// restricted reports whether a parameter is a restrict pointer: by its own qualifiers, by those in [] of an array, or
// by a type that its specifiers name (a typedef of a typedef, typeof).
func (l *entryInputs) restricted(d *cc.Declarator) bool {
	if d == nil {
		return false
	}
	if x := parameterArray(d); x != nil {
		for q := x.TypeQualifiers; q != nil; q = q.TypeQualifiers {
			if q.TypeQualifier != nil && q.TypeQualifier.Case == cc.TypeQualifierRestrict {
				return true
			}
		}
		return false
	}
	return l.Layout.IsRestrict(d)
}

// intValue returns the value of a constant expression; the result is false if n is not constant or its value is too
// large.
func intValue(n cc.ExpressionNode) (int64, bool) {
	if n == nil {
		return 0, false
	}
	switch v := n.Value().(type) {
	case cc.Int64Value:
		return int64(v), true
	case cc.UInt64Value:
		return int64(v), v < 1<<62
	}
	return 0, false
}

// keepPromise assumes the promises p for v, the input of a parameter; n is the number of sites before the input.
func (f entryParams) keepPromise(name string, v value, p promised, n int) {
	if !isPtr(v) {
		return
	}
	assumed := func(format string, args ...any) {
		f.l.assume(f.fn, ir.Assumed{Text: fmt.Sprintf(name+" "+format, args...), Pos: f.pos})
	}
	sites := f.l.IR.Sites[n:]
	if p.reads && len(sites) > 0 {
		f.l.inputs.readers[sites[0]] = true
	}
	switch p.apart {
	case apartFromAll:
		f.l.inputs.apart[sites[0]] = apartFromAll
		if !holdsPointers(sites[0].Parts) { // else pointers in the object may point anywhere, even to the object itself
			for _, s := range sites {
				s.Own = true
			}
		}
		assumed("is null or leads to an object of its own (restrict)")
	case apartFromWriters:
		f.l.inputs.apart[sites[0]] = apartFromWriters
		assumed("leads to no object to which another parameter leads that may write there (restrict)")
	case apartFromNone:
	}
	if p.bytes > 0 {
		if in, ok := f.lastEdge.Stmt.(*ir.Input); ok && in.FreshSize > 0 { // the object has no more bytes than promised
			in.FreshSize = p.bytes
		}
	}
	if p.nonnull {
		f.emit(&ir.Assume{Cond: ir.NewBinary(ir.Ne, v.e, ir.NewConst(f.ptr(), 0)), Guard: ir.OtherGuard})
		switch {
		case p.option:
			assumed("is not null (--null=%s)", f.l.Cfg.Null)
		case p.bytes == 0:
			assumed("is not null, as its declaration says")
		}
	}
	if p.bytes > 0 {
		f.emit(&ir.Assume{Cond: &ir.Valid{What: ir.Readable, Addr: v.e, N: ir.NewConst(f.model().Size(), p.bytes)},
			Guard: ir.OtherGuard})
		assumed("leads to %s at least, as its declaration says", ir.Bytes(p.bytes))
	}
}

// keepCount assumes that the count of [static count] is positive, if it is a parameter. It makes the verdict unknown if
// the object of the pointer input has fewer elements than count, unless sized is set: the command line gives the size
// of the object.
func (f entryParams) keepCount(p *cc.Parameter, count cc.ExpressionNode, ps []*cc.Parameter, vals []value, sized bool) {
	size, err := f.l.Layout.Sizeof(ctype.Elem(p.Type().Decay()))
	if err != nil || size == 0 {
		size = 1
	}
	f.pos = f.atName(p.Declarator)
	elements := max(f.l.Cfg.ArraySize, size) / size
	unknown := func() {
		n := cc.NodeSource(count)
		factor := n
		if _, ok := count.(*cc.PrimaryExpression); !ok {
			factor = "(" + n + ")"
		}
		f.violate(ir.NoModel, fmt.Sprintf("%s[static %s] with more than %s: say --array-size '%[1]s=%[4]s * sizeof *%[1]s'",
			p.Name(), n, ir.Bytes(elements*size), factor), f.pos)
	}
	x, _ := csrc.Strip(count).(*cc.PrimaryExpression)
	for i, q := range ps {
		if x == nil || x.Case != cc.PrimaryExpressionIdent || q.Declarator == nil || x.ResolvedTo() != q.Declarator ||
			!isInt(vals[i]) {
			continue
		}
		n := vals[i].e
		f.emit(&ir.Assume{Cond: ir.NewBinary(ir.Lt, ir.NewConst(n.Type(), 0), n), Guard: ir.OtherGuard}) // 6.7.6.2p5
		f.l.assume(f.fn, ir.Assumed{Text: fmt.Sprintf("%s is greater than 0, as in %s[static %s]", cc.NodeSource(count),
			p.Name(), cc.NodeSource(count)), Pos: f.pos})
		if sized {
			return
		}
		f.when(ir.NewBinary(ir.Lt, ir.NewConst(n.Type(), elements), n), unknown)
		return
	}
	if !sized {
		unknown()
	}
}
