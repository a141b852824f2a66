package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/cfront/layout"
	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/cfront/link"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file lowers the functions of the verifiers' dialects: SV-COMP, CBMC, ESBMC, KLEE, Frama-C. They have a special
// meaning only if the program defines no body for them.

// handlerFunc lowers a call of a known function; its arguments are evaluated.
type handlerFunc func(f *fn, c *call) value

// handler returns the handler of s, a function without a body, or nil if there is none. Even then s may have a model in
// C.
func (f *fn) handler(s *link.Symbol) handlerFunc {
	if link.Conventional(s.Name) && f.l.Cfg.ErrorFunc != "" {
		return nil // the property names another error function, so s has no special meaning
	}
	if h := dialectHandler(s.Name); h != nil {
		return h
	}
	if h := inputHandler(s.Name); h != nil && f.u.Model {
		return h
	}
	lib := library.Base(s.Name)
	if strings.HasPrefix(s.Name, "__builtin_") {
		if h := builtinHandler(lib); h != nil {
			return h
		}
	} else if !f.u.Model && f.l.library.refused(s) {
		return nil
	}
	return libraryHandler(lib)
}

// libraryHandler returns the handler of a function of the C library, or nil if there is none.
func libraryHandler(name string) handlerFunc {
	for _, find := range []func(string) handlerFunc{errnoHandler, processHandler, jumpHandler, memoryHandler,
		complexHandler, x87Handler, mathHandler, fenvHandler, wideHandler, fileHandler, stdioHandler, socketHandler,
		systemHandler} {
		if h := find(name); h != nil {
			return h
		}
	}
	return nil
}

// plausible reports whether the declaration of s may declare the library function of its name. It returns false only
// for names whose parameters are known (library.FactsOf), as programs use these names for other functions.
func (l *linker) plausible(s *link.Symbol) bool {
	facts := library.FactsOf(s.Name)
	want := facts.Params
	ft, isFunc := s.Type.(*cc.FunctionType)
	if !facts.KnownParams || !isFunc || !layout.HasProto(ft) {
		return true
	}
	ps := layout.Params(ft)
	if len(ps) != len(want) && !(ft.IsVariadic() && len(ps) <= len(want)) {
		return false
	}
	ok := true
	for i, p := range ps {
		it, scalar := l.IRType(p)
		if !scalar {
			return ctype.IsOpaque(p) && want[i] == 'f'
		}
		pointee := cc.InvalidKind
		if e := ctype.Elem(p); e != nil {
			pointee = e.Kind()
		}
		switch want[i] {
		case 'i':
			ok = it.Kind == ir.Int
		case 'f':
			ok = it.Kind == ir.Float
		case 'c':
			ok = pointee == cc.Char
		case 'v':
			ok = pointee == cc.Char || pointee == cc.Void || pointee == cc.SChar || pointee == cc.UChar
		case 'p':
			ok = it.Kind == ir.Ptr
		}
		if !ok {
			return false
		}
	}
	return true
}

// dialectHandler returns the handler of a function of a verifier's dialect, or nil if there is none.
func dialectHandler(name string) handlerFunc {
	switch name {
	case "__VERIFIER_assume", "__CPROVER_assume", "__ESBMC_assume", "klee_assume", "__builtin_assume",
		"__CPROVER_precondition_assume":
		return by(verifierCalls.assume)
	case "__VERIFIER_assert", "__CPROVER_assert", "__ESBMC_assert", "klee_assert", "assert", "__CPROVER_precondition",
		"__CPROVER_postcondition":
		return by(verifierCalls.assertion)
	case "__VERIFIER_error", "reach_error":
		// The property has other obligations: the call only ends the run.
		return (*fn).end
	case "__assert_fail", "__assert_perror_fail", "__assert_rtn", "__assert", "__assert_func", "_assert", "__assert2",
		"__xassert",
		"klee_report_error":
		return by(verifierCalls.assertFail)
	case "__VERIFIER_atomic_begin", "__VERIFIER_atomic_end", "__CPROVER_atomic_begin", "__CPROVER_atomic_end",
		"__ESBMC_atomic_begin", "__ESBMC_atomic_end", "__ESBMC_yield", "klee_warning", "klee_warning_once",
		"klee_mark_global",
		"klee_set_forking", "klee_stack_trace", "klee_open_merge", "klee_close_merge":
		return (*fn).nothing
	case "__VERIFIER_nondet_memory", "__CPROVER_havoc_slice", "klee_make_symbolic", "Frama_C_make_unknown":
		return by(verifierCalls.nondetMemory)
	case "klee_int", "klee_choose", "klee_range":
		return by(verifierCalls.kleeValue)
	case "Frama_C_interval", "Frama_C_char_interval", "Frama_C_unsigned_char_interval", "Frama_C_short_interval",
		"Frama_C_unsigned_short_interval", "Frama_C_int_interval", "Frama_C_unsigned_int_interval", "Frama_C_long_interval",
		"Frama_C_unsigned_long_interval", "Frama_C_long_long_interval", "Frama_C_unsigned_long_long_interval",
		"Frama_C_size_t_interval",
		"Frama_C_float_interval", "Frama_C_double_interval":
		return by(verifierCalls.interval)
	case "Frama_C_nondet":
		return by(verifierCalls.oneOf)
	case "klee_silent_exit", "Frama_C_abort":
		return (*fn).end
	case "klee_abort", "__ESBMC_unreachable":
		return by(verifierCalls.assertFail)
	case "klee_is_replay", "klee_is_symbolic":
		return constant(0)
	case "klee_get_value_i32", "klee_get_value_i64", "klee_get_valuef", "klee_get_valued", "klee_get_valuell":
		return (*fn).firstArg
	case "__CPROVER_printf", "klee_print", "__ESBMC_print":
		return (*fn).nothing
	}
	if isNondet(name) {
		return by(verifierCalls.nondet)
	}
	return nil
}

// nothing lowers a call without effect, whose result is arbitrary. An unused result is an input, too, if a replay has
// to supply the results in the order of the calls.
func (f *fn) nothing(c *call) value {
	if c.ft == nil || !c.want && !library.FactsOf(c.name).Replayed {
		return value{}
	}
	return f.calls.inputOf(ir.Library, c.name, c.ft.Result(), c)
}

// firstArg lowers a call whose result is its first argument.
func (f *fn) firstArg(c *call) value {
	if len(c.vals) == 0 {
		return f.nothing(c)
	}
	return f.asResult(c.vals[0], c)
}

// asResult converts v to the result type of the prototype that the call sees.
func (f *fn) asResult(v value, c *call) value {
	if c.ft == nil || c.ft.Result().Kind() == cc.Void {
		return value{}
	}
	return f.convert(v, c.ft.Result(), c.node())
}

// constant returns a handler for calls whose result is k.
func constant(k int64) handlerFunc {
	return func(f *fn, c *call) value { return f.asResult(value{e: ir.NewConst(ir.I32, k)}, c) }
}

// verifierCalls lowers calls of functions that verifiers give a meaning.
type verifierCalls struct{ *fn }

// assume lowers a call that stops all executions in which its argument is 0.
func (f verifierCalls) assume(c *call) value {
	if len(c.vals) == 0 {
		return f.nothing(c)
	}
	f.emit(&ir.Assume{Cond: f.truth(c.vals[0], c.node()), Guard: ir.UserAssume})
	return f.nothing(c)
}

// assertion lowers an assertion. It is an obligation if there is no property file; with a property file, a false
// assertion ends the run. A __VERIFIER_assert without a body calls the error function, by its definition.
func (f verifierCalls) assertion(c *call) value {
	if len(c.vals) == 0 {
		return f.nothing(c)
	}
	bad, ok := f.newLoc(), f.newLoc()
	f.split(f.truth(c.vals[0], c.node()), ok, bad, c.pos)
	f.cur = bad
	text := c.text()
	if len(c.args) > 0 {
		text = csrc.Source(c.args[0])
	}
	f.failedAssertion(c, text)
	f.cur = ok
	return f.nothing(c)
}

// failedAssertion ends a run at a false assertion with the given text, and violates the obligation if it is one.
func (f verifierCalls) failedAssertion(c *call, text string) {
	text = csrc.Shown(text)
	cfg := &f.l.Cfg
	switch {
	case cfg.NoProperty():
		f.violate("assertion", text, c.pos)
	case link.Conventional(cfg.ErrorFunc) && c.name == "__VERIFIER_assert":
		f.violate("unreach-call", text, c.pos)
	default:
		f.aborts()
		f.halt()
	}
}

// assertFail lowers glibc's __assert_fail("condition", ...) and similar functions.
func (f verifierCalls) assertFail(c *call) value {
	text := c.text()
	for _, a := range c.args {
		if s, ok := csrc.StringValue(a); ok && c.name != "klee_report_error" {
			text = s
			break
		}
	}
	f.failedAssertion(c, text)
	return f.calls.deadResult(c)
}

// end lowers a call that ends the run.
func (f *fn) end(c *call) value {
	f.halt()
	return f.calls.deadResult(c)
}

// undefined lowers a call whose behaviour is undefined and ends the run.
func (f *fn) undefined(c *call, kind string) value {
	f.undefinedAt(kind, c.pos)
	return f.calls.deadResult(c)
}

// undefinedAt emits undefined behaviour, after which the run ends.
func (f *builder) undefinedAt(kind string, pos ir.Pos) {
	halt := f.newLoc()
	halt.Kind, halt.Pos = ir.Halt, pos
	f.edge(f.cur, halt, &ir.Undefined{Kind: kind}, pos)
	f.cur = f.newLoc()
}

// nondetMemory lowers calls that make n bytes arbitrary: f(p, n) and klee_make_symbolic(p, n, name).
func (f verifierCalls) nondetMemory(c *call) value {
	if len(c.vals) < 2 || !isPtr(c.vals[0]) {
		return f.callMissing(c)
	}
	name := c.name
	if len(c.args) > 2 {
		if s, ok := csrc.StringValue(c.args[2]); ok {
			name = s
		}
	}
	f.l.inputs.pointersInside = true
	n := f.sizeOf(c.vals[1], c)
	e := f.havocMemory(c.vals[0].e, n, name, ir.ObjectBytes)
	intrinsicCalls(f).answer(c.name, n)
	a := arbitrary{f: f.fn, edge: e}
	if len(c.args) > 0 {
		n := csrc.Strip(c.args[0])
		for {
			x, ok := n.(*cc.CastExpression)
			if !ok || x.Case != cc.CastExpressionCast {
				break
			}
			n = csrc.Strip(x.CastExpression)
		}
		a.t = f.typeOf(n)
	}
	f.l.inputs.unread.made = append(f.l.inputs.unread.made, a)
	return f.nothing(c)
}

// havocMemory turns n bytes at addr into inputs.
func (f *builder) havocMemory(addr, n ir.Expr, name string, kind ir.SiteKind) *ir.Edge {
	site := f.l.IR.NewSite(kind, name, ir.Type{}, f.f, f.pos)
	return f.emit(&ir.MemHavoc{Addr: addr, N: n, Site: site})
}

// sizeOf converts v to a size_t.
func (f *fn) sizeOf(v value, c *call) ir.Expr {
	if v.opaque {
		return f.approx("size", f.model().Size())
	}
	if v.wide() {
		return wides{f}.toForm(v, ctype.Form{Type: f.model().Size()}, c.node()).e
	}
	f.needScalar(v, c.node())
	return ir.NewCast(f.model().Size(), v.e)
}

// isPtr reports whether v is a pointer that has an expression of the IR.
func isPtr(v value) bool { return v.e != nil && !v.aggregate() && v.e.Type().Kind == ir.Ptr }

// isInt reports whether v is an integer that has an expression of the IR.
func isInt(v value) bool { return v.e != nil && !v.aggregate() && v.e.Type().Kind == ir.Int }

// kleeValue lowers klee_int(name), klee_choose(n), with a result in [0, n), and klee_range(lo, hi, name), with a result
// in [lo, hi). A call with an empty interval is a failed assertion.
func (f verifierCalls) kleeValue(c *call) value {
	lo, hi := value{}, value{}
	switch {
	case c.name == "klee_choose" && len(c.vals) > 0:
		lo, hi = value{e: ir.NewConst(ir.I32, 0)}, c.vals[0]
	case c.name == "klee_range" && len(c.vals) > 1:
		lo, hi = c.vals[0], c.vals[1]
	case c.name != "klee_int":
		return f.callMissing(c)
	}
	return f.inRange(c, lo, hi, ir.Lt)
}

// interval lowers a call whose result is a number between its two arguments, inclusively. A call with an empty interval
// is a failed assertion.
func (f verifierCalls) interval(c *call) value {
	if len(c.vals) != 2 {
		return f.callMissing(c)
	}
	return f.inRange(c, c.vals[0], c.vals[1], ir.Le)
}

// inRange returns an arbitrary value from lo to hi, excluding hi if op is Lt. If lo is the zero value, the result is
// not bounded.
func (f verifierCalls) inRange(c *call, lo, hi value, op ir.BinOp) value {
	t := c.ft.Result()
	if lo.e == nil {
		return f.calls.inputOf(ir.Nondet, c.name, t, c)
	}
	if it, ok := f.l.IRType(t); !ok || it.Kind != ir.Int && it.Kind != ir.Float {
		return f.callMissing(c)
	}
	a, b := f.hold(f.convert(lo, t, c.node()).e), f.hold(f.convert(hi, t, c.node()).e)
	intrinsicCalls(f).holds(c, ir.NewBinary(op, a, b), c.text()+" of an empty interval")
	v := f.holdValue(f.calls.inputOf(ir.Nondet, c.name, t, c))
	// Two assumptions, since the operands of a conjunction would count as conditions of the source, which tests must
	// cover.
	f.emit(&ir.Assume{Cond: ir.NewBinary(ir.Le, a, v.e), Guard: ir.UserAssume})
	f.emit(&ir.Assume{Cond: ir.NewBinary(op, v.e, b), Guard: ir.UserAssume})
	return v
}

// oneOf lowers a call whose result is one of its two arguments.
func (f verifierCalls) oneOf(c *call) value {
	if len(c.vals) != 2 || !isInt(c.vals[0]) || !isInt(c.vals[1]) {
		return f.callMissing(c)
	}
	a, b := f.hold(c.vals[0].e), f.hold(f.convert(c.vals[1], f.typeOf(c.args[0]), c.node()).e)
	r := f.temp(a.Type())
	pick := f.hold(f.input(ir.Nondet, c.name, ir.U8, 0))
	f.either(ir.NewBinary(ir.Eq, pick, ir.NewConst(ir.U8, 0)),
		func() { f.emit(&ir.Assign{Dst: r, Src: a}) }, func() { f.emit(&ir.Assign{Dst: r, Src: ir.NewCast(a.Type(), b)}) })
	return f.asResult(value{e: ir.NewRef(r), t: f.typeOf(c.args[0])}, c)
}
