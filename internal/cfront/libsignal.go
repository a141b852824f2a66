package cfront

import (
	"sync"

	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Signals (7.14) that the program raises are calls of its handlers (models/units/signal.c).
// That no other arrives, and that it starts with none blocked or ignored, is an assumption.

// handlesSignals reports whether the program may have a handler or block a signal.
func (l *libraryUse) handlesSignals() bool {
	for _, n := range signalFunctions() {
		if s := l.syms[n]; s != nil && s.fn == nil && (s.reads > 0 || s.addrTaken) {
			return true
		}
	}
	return false
}

// signalFunctions are functions that may set a handler or block a signal.
var signalFunctions = sync.OnceValue(func() []string {
	return library.WithFact(func(f *library.Facts) bool { return f.Signals })
})

// signal is a function that says what a signal does.
func (f systemCalls) signal(c *call) value {
	f.l.assume(f.fn, ir.Assumed{Pos: c.pos, Text: "no signal arrives but those that the program raises", Runs: true})
	if libName(c.name) == "signal" && len(c.vals) == 2 && isInt(c.vals[0]) {
		// Most often the handler is known here.
		kind := int64(-1)
		switch h := c.vals[1].e.(type) { // sound: the handler is not known, the function of the model decides
		case *ir.Const:
			if h.Bits < 2 {
				kind = int64(h.Bits)
			}
		case *ir.FuncAddr:
			kind = 2
		}
		if kind >= 0 {
			old := f.callUnit("__tandem_signal", c.vals[0].e, ir.NewConst(ir.I32, kind), c.vals[1].e)
			return f.asResult(value{e: old, t: memoryCalls(f).resultPtr(c)}, c)
		}
	}
	return f.byModel(c)
}

// kill: the process itself is the only one that there is.
func (f systemCalls) kill(c *call) value {
	if len(c.vals) != 2 || !isInt(c.vals[1]) {
		return f.callMissing(c)
	}
	if _, own := callOf(c, 0, "getpid"); !own {
		return f.refuse(c, "other processes are not modelled")
	}
	return f.asResult(value{e: f.callUnit("raise", c.vals[1].e)}, c)
}

// abort calls a handler of SIGABRT before the end.
func (f *fn) abort(c *call) value {
	f.aborts()
	return f.end(c)
}

// aborts is what abort does before the program ends.
func (f *fn) aborts() {
	if f.l.library.handlesSignals() {
		f.callUnit("__tandem_abort")
	}
}

// Where a buffer of sigsetjmp has the mask of signals, and whether it has one.
const maskSavedAt, maskAt = 64, 72

// savesMask reports whether buffers of setjmp may have a mask.
func (l *libraryUse) savesMask() bool {
	return l.handlesSignals() && (l.mentions("sigsetjmp") || l.mentions("__sigsetjmp"))
}

// saveMask: sigsetjmp keeps the mask of signals if its second argument is not 0.
func (f systemCalls) saveMask(c *call) {
	if !f.l.library.savesMask() {
		return
	}
	save := ir.Expr(ir.NewConst(ir.I32, 0))
	if len(c.vals) > 1 && isInt(c.vals[1]) {
		save = ir.NewCast(ir.I32, c.vals[1].e)
	}
	buf := f.hold(c.vals[0].e)
	f.emit(&ir.Store{Addr: f.offset(buf, maskSavedAt), Val: save})
	f.when(ir.NewBinary(ir.Ne, save, ir.NewConst(ir.I32, 0)), func() {
		f.emit(&ir.Store{Addr: f.offset(buf, maskAt), Val: f.callUnit("__tandem_signal_mask")})
	})
}

// restoreMask: siglongjmp sets the mask that its buffer has.
func (f systemCalls) restoreMask(c *call) {
	if !f.l.library.savesMask() {
		return
	}
	buf := f.hold(c.vals[0].e)
	saved := f.def(ir.I32, func(v *ir.Var) ir.Stmt { return &ir.LoadStmt{Dst: v, Addr: f.offset(buf, maskSavedAt)} })
	f.when(ir.NewBinary(ir.Ne, saved, ir.NewConst(ir.I32, 0)), func() {
		f.callUnit("__tandem_set_signal_mask",
			f.def(ir.U64, func(v *ir.Var) ir.Stmt { return &ir.LoadStmt{Dst: v, Addr: f.offset(buf, maskAt)} }))
	})
}
