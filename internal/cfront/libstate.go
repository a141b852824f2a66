package cfront

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/cfront/link"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// State that the library keeps between calls (7.21, 7.22.2, 7.22.4.6). The environment, files and random numbers are
// inputs, unless the program can observe that they are not arbitrary:
//
//	getchar(), fgets(b, n, stdin)  any bytes, unless read or lseek access standard input too
//	fgetc(f)                       any bytes, if the program opens one file, once, to read it
//	rand()                         any number, without srand or with srand(time(0)); librandom.go has the rest
//
// In other programs such a value depends on earlier actions of the program. This dependence is not modelled: once all
// calls are known, settle makes the sites approximate.

// libCalls records the calls of library functions whose results depend on each other.
type libCalls struct {
	calls    map[string]int        // number of calls of functions without a body, by name
	sites    map[string][]*ir.Site // sites of inputs, by group
	wrote    bool                  // a call may write to a stream other than stdout and stderr, or opens a file to write
	seeded   bool                  // a random generator is seeded by anything but srand(time(...))
	buffered bool                  // standard input is read as a stream

	clocks     []assumption // one for each call that reads the time of day
	clockSites []*ir.Site   // the inputs of these calls
}

// The groups of sites. The sites of a group become approximate together.
const (
	ofRand   = "rand"
	ofStdin  = "stdin"
	ofStream = "stream"
	ofOpen   = "open"
	ofSocket = "socket"
	ofEpoll  = "epoll"
	ofRecv   = "recv"
)

// note records a call and the input sites that the model of the function has made for it.
func (b *libCalls) note(f *fn, c *call, sites []*ir.Site) {
	name := library.Base(c.name)
	b.calls[name]++
	group := ""
	switch name {
	case "rand", "random":
		if !f.l.library.seedsRand() {
			group = ofRand
		}
	case "lrand48", "mrand48":
		if !f.l.library.seedsRand48() {
			group = ofRand
		}
	case "srand", "srandom", "srand48", "seed48", "lcong48", "initstate", "setstate":
		_, timed := callOf(c, 0, "time")
		b.seeded = b.seeded || !timed || f.l.library.ownsTime()
	case "isatty", "clock":
		group = name
	case "time", "clock_gettime", "gettimeofday", "timespec_get":
		b.clocks = append(b.clocks, assumption{ir.Assumed{Pos: c.pos, Text: "the time of day is not set back", Runs: true},
			f})
		b.clockSites = append(b.clockSites, sites...)
	case "read", "pread", "pread64":
		group = streamOf(c, 0)
	case "socket", "accept", "accept4":
		group = ofSocket
	case "recv", "recvfrom":
		group = ofRecv
	case "epoll_create", "epoll_create1":
		group = ofEpoll
	case "fopen", "fopen64", "popen", "fdopen":
		b.wrote = b.wrote || !readMode(c)
	case "open":
		group, sites = ofOpen, sites[:min(len(sites), 1)] // the result
		flags := ir.Expr(nil)
		if len(c.vals) > 1 {
			flags = c.vals[1].e
		}
		k, ok := flags.(*ir.Const)
		b.wrote = b.wrote || !ok || k.Bits != 0
	}
	facts := library.FactsOf(name)
	for _, i := range facts.Output {
		b.writes(c, i)
	}
	b.wrote = b.wrote || facts.Writes
	if group != "" {
		b.sites[group] = append(b.sites[group], sites...)
	}
}

// enter adds the newest site of the program to a group. The lowering of a model calls it for a site that many calls of
// the program share.
func (b *libCalls) enter(f *fn, group string) {
	b.sites[group] = append(b.sites[group], f.l.IR.Sites[len(f.l.IR.Sites)-1])
	b.buffered = b.buffered || group == ofStdin
}

// any reports whether the program calls one of the named functions.
func (b *libCalls) any(names ...string) bool {
	for _, n := range names {
		if b.calls[n] > 0 {
			return true
		}
	}
	return false
}

// callOf reports whether the i-th argument of c is, apart from casts, a call of the named function, and returns that
// call.
func callOf(c *call, i int, name string) (x *cc.PostfixExpression, ok bool) {
	if i >= len(c.args) {
		return nil, false
	}
	n := csrc.Strip(c.args[i])
	for {
		k, cast := n.(*cc.CastExpression)
		if !cast || k.Case != cc.CastExpressionCast {
			break
		}
		n = csrc.Strip(k.CastExpression)
	}
	x, ok = n.(*cc.PostfixExpression)
	if !ok || x.Case != cc.PostfixExpressionCall {
		return nil, false
	}
	p, ok := csrc.Strip(x.PostfixExpression).(*cc.PrimaryExpression)
	return x, ok && p.Case == cc.PrimaryExpressionIdent && p.Token.SrcStr() == name
}

// isStandard reports whether the i-th argument is the standard stream of this name or the descriptor of this number.
func isStandard(c *call, i int, name string, number uint64) bool {
	if i >= len(c.args) || i >= len(c.vals) {
		return false
	}
	if k, ok := c.vals[i].e.(*ir.Const); ok && isInt(c.vals[i]) {
		return k.Bits == number
	}
	p, ok := csrc.Strip(c.args[i]).(*cc.PrimaryExpression)
	return ok && p.Case == cc.PrimaryExpressionIdent && p.Token.SrcStr() == name
}

// streamOf returns the group of an input from the stream or descriptor in the i-th argument.
func streamOf(c *call, i int) string {
	if isStandard(c, i, "stdin", 0) {
		return ofStdin
	}
	return ofStream
}

// writes records a write to the stream or descriptor in the i-th argument.
func (b *libCalls) writes(c *call, i int) {
	b.wrote = b.wrote || !isStandard(c, i, "stdout", 1) && !isStandard(c, i, "stderr", 2)
}

// readMode reports whether a call, such as fopen, opens a file only for reading.
func readMode(c *call) bool {
	if len(c.args) < 2 {
		return false
	}
	mode, ok := csrc.StringValue(c.args[1])
	return ok && strings.HasPrefix(mode, "r") && !strings.Contains(mode, "+")
}

// settle makes the sites approximate whose values the recorded calls may determine. The sites of the other groups stay
// inputs.
func (b *libCalls) settle(l *linker) {
	rough := func(group string) {
		for _, s := range b.sites[group] {
			s.Kind = ir.Approx
		}
	}
	once := l.library.onceReached()
	twice := func(group string, most int) bool {
		if b.calls[group] > most {
			return true
		}
		for _, s := range b.sites[group] {
			if !once(s) {
				return true
			}
		}
		return false
	}
	if b.seeded || b.any("seed48", "lcong48", "initstate", "setstate") {
		rough(ofRand)
	}
	if len(b.clocks) > 1 || slices.ContainsFunc(b.clockSites, func(s *ir.Site) bool { return !once(s) }) {
		l.assumed = append(l.assumed, b.clocks...)
	}
	for _, name := range []string{"isatty", "clock"} {
		if twice(name, 1) {
			rough(name)
		}
	}
	if b.any("fsetpos", "lseek", "lseek64", "ungetwc", "dup", "dup2", "dup3") || b.any("read", "pread", "pread64") &&
		b.buffered {
		rough(ofStdin)
		rough(ofStream)
	}
	if b.any("socketpair") { // the program may receive data that it has sent itself
		rough(ofRecv)
	}
	opens := 0
	for n := range b.calls {
		if library.FactsOf(n).Opens {
			opens += b.calls[n]
		}
	}
	sockets, epolls := b.calls["socket"]+b.calls["accept"]+b.calls["accept4"],
		b.calls["epoll_create"]+b.calls["epoll_create1"]
	if opens+sockets > 0 || epolls > 1 || b.any("dup", "dup2", "dup3") || twice(ofEpoll, 1) {
		rough(ofEpoll)
	}
	// The model of accept keeps the descriptors of one socket and one accepted connection apart. It does not exclude that
	// further descriptors are equal to these, so the results become approximate if there may be any.
	if opens+epolls > 0 || b.calls["socket"] > 1 || b.calls["accept"]+b.calls["accept4"] > 1 ||
		b.any("dup", "dup2", "dup3") || twice(ofSocket, 2) {
		rough(ofSocket)
	}
	// Without the model of descriptors (libfiles.go), the result of open is an input only if open is called once.
	if l.library.descriptors == nil && (len(b.sites[ofOpen]) > 1 || twice(ofOpen,
		1) || len(b.sites[ofOpen]) == 1 && opens > 1) {
		rough(ofOpen)
	}
	if opens > 1 || opens == 1 && (b.wrote || len(b.sites[ofOpen]) != 1 || twice(ofOpen, 1)) {
		rough(ofStream)
	}
}

// libraryUse is the state of the library's lowering for the whole program: the state that functions keep between calls,
// the models that were loaded, and the attributes that make functions of the program allocate and free memory.
type libraryUse struct {
	*linker
	lib   libCalls // calls whose results depend on each other
	errno errnoState
	env   floatEnv              // rounding mode and exception flags
	asked map[string][2]*ir.Var // the registers of keptVars and clockVars, by what they keep
	seeds map[string]bool       // whether the program seeds a random generator, by its first function (librandom.go)

	modelSyms map[string]*link.Symbol // models in C, by name; nil if the function has none
	unitSyms  map[string]*link.Symbol // functions and objects of model units, by name; nil if no unit has it
	results   map[resultPart]*ir.Var  // registers for parts of results (wide.go)

	stdinEnd    *ir.Var               // register that records the end of standard input; nil: not made yet
	descriptors *descriptors          // nil: not made yet
	attrFrees   *attributedFrees      // nil: not computed yet
	pools       map[*ir.Edge]poolEdge // allocations and frees by functions other than the C library's
}

// onceReached returns a function that reports whether a run passes a site at most once. The answer may be false for a
// site that is passed once.
func (l *libraryUse) onceReached() func(*ir.Site) bool {
	at := map[*ir.Site]*ir.Edge{}
	callers := map[*ir.Func][]*ir.Edge{}
	for _, f := range l.IR.Funcs {
		for _, e := range f.Edges {
			if s := ir.SiteOf(e.Stmt); s != nil {
				at[s] = e
			}
			if c, ok := e.Stmt.(*ir.Call); ok {
				callers[c.Func] = append(callers[c.Func], e)
			}
		}
	}
	var once func(e *ir.Edge, depth int) bool
	once = func(e *ir.Edge, depth int) bool {
		f := e.From.Func
		switch {
		case depth > 100 || repeats(e):
			return false
		case f == l.IR.Entry:
			return true
		}
		return len(callers[f]) == 1 && once(callers[f][0], depth+1)
	}
	return func(s *ir.Site) bool { return at[s] == nil || once(at[s], 0) }
}

// kept returns the handler of a function whose result is an input that stays the same in a run, such as getpid. what is
// the name of the input. Its value lies between low and high; it is not bounded if low is greater than high.
func kept(what string, low, high int64) handlerFunc {
	return func(f *fn, c *call) value {
		asked, is := f.l.library.keptVars(what, ir.I32)
		f.when(ir.NewBinary(ir.Eq, ir.NewRef(asked), ir.NewConst(ir.U8, 0)), func() {
			f.emit(&ir.Input{Dst: is, Site: f.l.IR.NewSite(ir.Library, c.name, is.Type, f.f, f.pos)})
			if low <= high {
				f.between(ir.NewRef(is), low, high)
			}
			f.emit(&ir.Assign{Dst: asked, Src: ir.NewConst(ir.U8, 1)})
		})
		t, ok := f.l.IRType(c.ft.Result())
		if !ok || t.Kind != ir.Int {
			return f.callMissing(c)
		}
		return f.asResult(value{e: f.hold(ir.NewCast(t, ir.NewRef(is)))}, c)
	}
}

// keptVars returns the registers of an input that stays the same in a run: asked is 1 once the input has been read, and
// kept is its value. It makes them on first use.
func (l *libraryUse) keptVars(what string, t ir.Type) (asked, kept *ir.Var) {
	v, ok := l.asked[what]
	if !ok {
		v = [2]*ir.Var{l.IR.NewGlobal(l.names.uniq(what+".asked"), ir.U8), l.IR.NewGlobal(l.names.uniq(what), t)}
		l.asked[what] = v
	}
	return v[0], v[1]
}
