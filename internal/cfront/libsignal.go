package cfront

import (
	"sync"

	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Signals (7.14). A signal that the program raises is a call of its handler (models/units/signal.c). Two facts are
// assumed: no other signal arrives, and at the start no signal is blocked or ignored.

// handlesSignals reports whether the program may set a handler or block a signal: it uses one of signalFunctions.
func (l *libraryUse) handlesSignals() bool {
	for _, n := range signalFunctions() {
		if s := l.Syms[n]; s != nil && s.Body == nil && (s.Reads > 0 || s.AddrTaken) {
			return true
		}
	}
	return false
}

// signalFunctions returns the names of the library functions that may set a handler or block a signal.
var signalFunctions = sync.OnceValue(func() []string {
	return library.WithFact(func(f *library.Facts) bool { return f.Signals })
})

// signal lowers a call of signal, sigaction or another function that sets the effect of a signal or blocks signals. For
// a call of signal whose handler is a constant, it passes the kind of the handler to the model: 0 for SIG_DFL, 1 for
// SIG_IGN, 2 for a function.
func (f systemCalls) signal(c *call) value {
	f.l.assume(f.fn, ir.Assumed{Pos: c.pos, Text: "no signal arrives but those that the program raises", Runs: true})
	if library.Base(c.name) == "signal" && len(c.vals) == 2 && isInt(c.vals[0]) {
		// In most programs the handler is a constant.
		kind := int64(-1)
		switch h := c.vals[1].e.(type) { // sound: for any other handler, the model determines the kind
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

// kill lowers kill(getpid(), signal) as raise(signal). It refuses a call for another process.
func (f systemCalls) kill(c *call) value {
	if len(c.vals) != 2 || !isInt(c.vals[1]) {
		return f.callMissing(c)
	}
	if _, own := callOf(c, 0, "getpid"); !own {
		return f.refuse(c, "other processes are not modelled")
	}
	return f.asResult(value{e: f.callUnit("raise", c.vals[1].e)}, c)
}

// abort lowers abort: it calls the handler of SIGABRT, if the program may have one, and ends the program.
func (f *fn) abort(c *call) value {
	f.aborts()
	return f.end(c)
}

// aborts lowers the part of abort before the end of the program: the call of the handler of SIGABRT.
func (f *fn) aborts() {
	if f.l.library.handlesSignals() {
		f.callUnit("__tandem_abort")
	}
}

// A buffer of sigsetjmp has at offset maskSavedAt, in bytes, a flag that is not 0 if the buffer holds a mask of
// signals, and at maskAt this mask.
const maskSavedAt, maskAt = 64, 72

// savesMask reports whether buffers of sigsetjmp may hold a mask of signals that matters to the program.
func (l *libraryUse) savesMask() bool {
	return l.handlesSignals() && (l.Mentions("sigsetjmp") || l.Mentions("__sigsetjmp"))
}

// saveMask stores the mask of signals in the buffer of a sigsetjmp, if the second argument is not 0.
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

// restoreMask sets the mask of signals to the mask in the buffer of a siglongjmp, if the buffer holds one.
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
