package cfront

import (
	"fmt"
	"maps"
	"slices"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Variable arguments (7.16). A va_list points to the next argument in a block of the caller. It has the type that the
// ABI gives it: a pointer under ILP32, and an array of one structure of 24 bytes under LP64. The contents of the
// structure mean that all argument registers are used up, so the next argument is in memory.

const (
	gpRegisters  = 48  // gp_offset of a va_list when all integer registers are used up
	allRegisters = 304 // fp_offset of a va_list when all registers are used up
)

// varArgs lowers variable arguments.
type varArgs struct{ *fn }

// vaList returns the place in the va_list n that holds the pointer to the next argument.
func (f varArgs) vaList(n cc.ExpressionNode) place {
	if f.model() == ir.ILP32 {
		return f.lvalue(n)
	}
	return place{t: f.u.AST.PVoid, addr: f.offset(f.vaTag(n), 8)}
}

// vaTag returns the address of the structure of the va_list n.
func (f varArgs) vaTag(n cc.ExpressionNode) ir.Expr {
	v := f.rvalue(n)
	if v.e == nil || v.e.Type().Kind != ir.Ptr {
		f.fail(n, "a va_list is needed here")
	}
	return f.hold(v.e)
}

// vaStart lowers va_start.
func (f varArgs) vaStart(c *call) value {
	if f.va == nil {
		f.fail(c.n, "va_start in a function without variable arguments")
	}
	if len(c.args) < 1 {
		f.fail(c.n, "va_start needs a va_list")
	}
	block := value{e: ir.NewRef(f.va), t: f.u.AST.PVoid}
	if f.model() == ir.ILP32 {
		ap := f.lvalue(c.args[0])
		f.store(ap, f.convert(block, ap.t, c.n), c.n)
		return value{}
	}
	f.fillTag(f.vaTag(c.args[0]), block.e, c)
	return value{}
}

// fillTag sets the structure of a va_list at tag to the arguments in block.
func (f varArgs) fillTag(tag, block ir.Expr, c *call) {
	for _, m := range []struct {
		off int64
		val ir.Expr
	}{
		{0, ir.NewConst(ir.U32, gpRegisters)}, {4, ir.NewConst(ir.U32, allRegisters)},
		{8, block}, {16, ir.NewConst(f.ptr(), 0)},
	} {
		f.emitAt(&ir.Store{Addr: f.offset(tag, m.off), Val: m.val}, c.pos)
	}
}

// vaCopy lowers va_copy.
func (f varArgs) vaCopy(c *call) {
	if len(c.args) != 2 {
		f.fail(c.n, "va_copy needs two arguments")
	}
	if f.model() == ir.ILP32 {
		dst := f.lvalue(c.args[0])
		f.store(dst, f.convert(f.rvalue(c.args[1]), dst.t, c.n), c.n)
		return
	}
	dst, src := f.vaTag(c.args[0]), f.vaTag(c.args[1])
	accesses(f).copyStruct(dst, src, ctype.Elem(f.typeOf(c.args[1]).Decay()), 24, c.pos)
}

// vaValue returns a va_list for the arguments in block. The list is passed to a function of a library model.
func (f varArgs) vaValue(block ir.Expr, c *call) ir.Expr {
	if f.model() == ir.ILP32 {
		return block
	}
	o := f.f.NewObject(f.names.uniq("va"), 24, 8)
	o.Pos = c.pos
	f.addSite(o, "va")
	f.emitAt(&ir.Decl{Obj: o}, c.pos)
	f.livesIn(f.blk, life{obj: o})
	f.fillTag(f.addrOf(o), block, c)
	return f.addrOf(o)
}

// variadicBlock stores the arguments for ... in a new object, one after the other in slots of the size of a pointer, as
// i386 passes them, and returns its address.
func (f varArgs) variadicBlock(vs []value, c *call) ir.Expr {
	slot := int64(f.ptr().Size())
	size := int64(0)
	offs := make([]int64, len(vs))
	for i, v := range vs {
		offs[i] = size
		size += f.slots(f.valueSize(v, c), slot)
	}
	// The block is made even for no arguments, so that a read of a missing argument is a read past its end.
	o := f.f.NewObject(f.names.uniq("va"), size, slot)
	o.Pos = c.pos
	f.addSite(o, "va")
	f.emitAt(&ir.Decl{Obj: o}, c.pos)
	f.livesIn(f.blk, life{obj: o})
	for i, v := range vs {
		at := f.offset(f.addrOf(o), offs[i])
		switch {
		case v.opaque:
			f.havocBytes(at, f.l.Size(v.t, c.pos), ctype.TypeText(v.t))
		case v.wide():
			wides(f).storeWide(place{addr: at}, v, v.form)
		case v.aggregate():
			accesses(f).copyStruct(at, v.e, v.t, f.l.Size(v.t, c.pos), c.pos)
		case v.e != nil:
			f.emitAt(&ir.Store{Addr: at, Val: v.e}, c.pos)
		}
	}
	return f.addrOf(o)
}

// passedArgs records the classes of variable arguments that the program passes and reads (argClass).
type passedArgs struct {
	*linker
	argRead   map[string]*argRead // the first va_arg of each class
	argPassed map[string]bool     // the classes of the arguments passed
}

// argClass returns the class of arguments that a va_arg with type t reads. Types that va_arg reads alike have the same
// class, such as integers and pointers of one size.
func (l *passedArgs) argClass(t cc.Type, pos ir.Pos) string {
	it, scalar := l.Machine(t, pos)
	return argClassOf(ctype.IsAggregate(t), it, scalar, l.Size(t, pos))
}

// passedClass returns the argClass of an argument.
func (f varArgs) passedClass(v value, c *call) string {
	it, scalar := ir.Type{}, v.e != nil
	if scalar {
		it = v.e.Type()
	}
	return argClassOf(v.aggregate(), it, scalar, f.valueSize(v, c))
}

// argClassOf returns the class of arguments of size bytes; t is the machine type if scalar is set.
func argClassOf(aggregate bool, t ir.Type, scalar bool, size int64) string {
	kind := "wide"
	switch {
	case aggregate:
		kind = "aggregate"
	case scalar && t.Kind == ir.Float:
		kind = "float"
	case scalar:
		kind = "number"
	}
	return fmt.Sprint(kind, size)
}

// argRead is the first va_arg of a class.
type argRead struct {
	f   *fn
	pos ir.Pos
}

// assumeArgs adds the assumption that va_arg reads each argument with its own type, if the program passes an argument
// of another class than a va_arg reads. A read with another type would be undefined (7.16.1.1p2), and is not checked.
func (l *passedArgs) assumeArgs() {
	for _, read := range slices.Sorted(maps.Keys(l.argRead)) {
		for passed := range l.argPassed {
			if passed != read {
				r := l.argRead[read]
				l.assume(r.f, ir.Assumed{Pos: r.pos, Text: "va_arg reads each argument with the type that it is passed with"})
				return
			}
		}
	}
}

// slots returns n rounded up to a multiple of slot.
func (f varArgs) slots(n, slot int64) int64 { return (n + slot - 1) / slot * slot }

// valueSize returns the size of an argument in bytes.
func (f varArgs) valueSize(v value, c *call) int64 {
	switch {
	case v.opaque, v.aggregate():
		return f.l.Size(v.t, c.pos)
	case v.wide():
		return v.form.Size(f.model())
	case v.e == nil:
		return 0
	}
	return int64(v.e.Type().Size())
}

// vaArg lowers the cast in *(T *)__builtin_va_arg_impl(ap), the expansion of va_arg(ap, T): it returns the pointer to
// the next argument, and advances ap. The result is false for other casts.
func (f varArgs) vaArg(x *cc.CastExpression, t cc.Type) (value, bool) {
	c, ok := csrc.Strip(x.CastExpression).(*cc.PostfixExpression)
	if !ok || c.Case != cc.PostfixExpressionCall {
		return value{}, false
	}
	p, ok := csrc.Strip(c.PostfixExpression).(*cc.PrimaryExpression)
	if !ok || p.Token.SrcStr() != "__builtin_va_arg_impl" || ctype.Elem(t) == nil {
		return value{}, false
	}
	args := csrc.ArgNodes(c.ArgumentExpressionList)
	if len(args) != 1 {
		f.fail(x, "va_arg needs a va_list")
	}
	if read := f.l.args.argClass(ctype.Elem(t), f.at(x)); !f.u.Model && f.l.args.argRead[read] == nil {
		f.l.args.argRead[read] = &argRead{f.fn, f.at(x)}
	}
	ap := f.vaList(args[0])
	f.l.flow.noteCast(nil, ctype.Elem(t), true)
	cur := f.holdValue(f.load(ap, x))
	step := f.slots(f.l.Size(ctype.Elem(t), f.at(x)), int64(f.ptr().Size()))
	next := value{e: f.offset(cur.e, step), t: cur.t}
	f.store(ap, f.convert(next, ap.t, x), x)
	return value{e: cur.e, t: t}, true
}
