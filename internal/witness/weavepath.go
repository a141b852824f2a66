package witness

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// turn is an update of the counter at a waypoint.
type turn struct {
	k     int    // applies only if the counter has this value
	next  int    // the value of the counter afterwards
	block bool   // the execution ends: for a waypoint to avoid, or a sink
	cond  *cnode // applies only if this is true; nil: always
	soft  bool   // if cond is false, the execution continues even if Strict is set
}

// acceptance describes where an error counts.
type acceptance struct {
	file     string // YAML: the target
	from, to int    // the range of offsets of the target
	line     int
	k        int             // the value of the counter with which an error counts
	graph    *graphAutomaton // GraphML; replaces the other fields
	places   *places
}

// chain adds edges for updates of the counter between two locations, in the order of us. lookup and result give a
// meaning to the names in conditions and to \result.
func (w *weaver) chain(from, to *ir.Loc, us []turn, lookup func(string) any, result *ir.Var, pos ir.Pos) error {
	f := from.Func
	reg := w.out.passed
	at := func(k int) ir.Expr { return ir.NewBinary(ir.Eq, ir.NewRef(reg), ir.NewConst(ir.U32, int64(k))) }
	cur := from
	for i, u := range us {
		next := to
		if i < len(us)-1 {
			next = f.NewLoc(pos)
		}
		met, pass, fail := f.NewLoc(pos), f.NewLoc(pos), f.NewLoc(pos)
		f.NewEdge(cur, met, &ir.Assume{Cond: at(u.k)}, pos)
		f.NewEdge(cur, next, &ir.Assume{Cond: ir.NotExpr(at(u.k))}, pos)
		undef := fail
		if u.cond == nil {
			f.NewEdge(met, pass, &ir.Skip{}, pos)
			fail = nil
		} else {
			l := &lower{p: w.p, f: f, cur: met, undef: undef, pos: pos, wide: w.opt.Exact, lookup: lookup, result: result,
				read: map[*ir.Var]bool{}}
			if err := l.cond(u.cond, pass, fail); err != nil {
				return err
			}
			delete(l.read, result)
			w.arbitrary(f, l.read, met)
		}
		if u.block {
			f.NewEdge(pass, dead(f, pos), &ir.Skip{}, pos)
		} else {
			f.NewEdge(pass, next, &ir.Assign{Dst: reg, Src: ir.NewConst(ir.U32, int64(u.next))}, pos)
		}
		if fail != nil {
			to := next
			if w.opt.Strict && !u.block && !u.soft {
				to = dead(f, pos)
			}
			f.NewEdge(fail, to, &ir.Skip{}, pos)
		}
		cur = next
	}
	return nil
}

// counter adds the counter, a global register, to the program. Its C name cannot occur in a C program; it has a name at
// all so that no pass takes it for a temporary.
func (w *weaver) counter() {
	v := w.p.NewGlobal("witness.passed", ir.U32)
	v.Source = "witness.passed"
	w.out.passed = v
}

// spot is a place in the program where the counter is updated.
type spot struct {
	kind  string   // the type of the waypoint: assumption, branching, function_enter or function_return
	pt    point    // of an assumption: the point before the statement
	edge  *ir.Edge // of the other types: the call, or the edge that leaves the condition
	us    []turn
	where Location // for messages
}

// weavePath weaves a violation witness of format 2.0 into p, in place; p is the program as the front end lowers it.
// Accept completes the work after the passes. An error means that the witness is wrong.
func weavePath(p *ir.Program, f *File, opt WeaveOptions) (*Woven, error) {
	w := newWeaver(p, opt)
	w.counter()
	var segs []Segment
	for _, e := range f.Entries {
		if e.Type != ViolationSequence {
			continue
		}
		if segs != nil {
			return nil, errors.New("two violation sequences in one witness are not supported")
		}
		segs = e.Segments
	}
	if len(segs) == 0 || len(segs) > 1<<20 {
		return nil, errors.New("no violation sequence")
	}
	var spots []*spot
	byPoint := map[string]map[any]*spot{}
	add := func(s spot, key any, u turn) {
		if byPoint[s.kind] == nil {
			byPoint[s.kind] = map[any]*spot{}
		}
		old := byPoint[s.kind][key]
		if old == nil {
			old = &s
			byPoint[s.kind][key] = old
			spots = append(spots, old)
		}
		old.us = append(old.us, u)
	}
	for k, seg := range segs {
		for _, wp := range seg.Waypoints {
			u := turn{k: k, next: k + 1, block: wp.Action == "avoid"}
			if wp.Type == "target" {
				if err := w.target(wp, k); err != nil {
					return nil, err
				}
				continue
			}
			if err := w.waypoint(wp, u, add); err != nil {
				var un *unsupported
				if errors.As(err, &un) || errors.Is(err, errPlace) && !w.misplaced(wp) {
					w.open(wp.Location, err)
					continue
				}
				return nil, fmt.Errorf("%s: %w", wp.Location, err)
			}
		}
	}
	if w.out.accept == nil {
		return nil, errors.New("the witness has no target")
	}
	if len(w.out.Open) > 0 {
		return w.out, nil
	}
	// Splice in the updates at one point in the reverse of their order in an execution: calls return before the next
	// statement begins, and a branch is taken before the statement to which it leads.
	for _, kind := range []string{"assumption", "function_enter", "branching", "function_return"} {
		for _, s := range spots {
			if s.kind != kind {
				continue
			}
			if err := w.place(s); err != nil {
				var un *unsupported
				if errors.As(err, &un) {
					w.open(s.where, err)
					continue
				}
				return nil, fmt.Errorf("%s: %w", s.where, err)
			}
		}
	}
	return w.out, nil
}

// errPlace is the error that the program has no code at a waypoint.
var errPlace = errors.New("not found")

// misplaced reports whether the text shows that the place of a waypoint is wrong; if not, the place may belong to code
// that the program does not contain.
func (w *weaver) misplaced(wp Waypoint) bool {
	_, text, off, err := w.offset(wp.Location)
	if err != nil {
		return true
	}
	if wp.Location.Column < 1 || off >= len(text) {
		return false
	}
	var words []string
	switch wp.Type {
	case "function_enter", "function_return":
		return text[off] != ')'
	case "branching":
		words = []string{"if", "while", "for", "do", "switch"}
	default:
		return false
	}
	for _, word := range words {
		if startsWord(text, off, word) {
			return false
		}
	}
	return text[off] != '?'
}

// target sets w.out.accept for the target in segment k.
func (w *weaver) target(wp Waypoint, k int) error {
	file, text, off, err := w.offset(wp.Location)
	if err != nil {
		return err
	}
	a := &acceptance{file: file, from: off, to: stmtEnd(text, off, 0), line: wp.Location.Line, k: k, places: w.places}
	if wp.Location.Column < 1 {
		start, _ := lineStart(text, wp.Location.Line)
		row, _ := lineAt(text, wp.Location.Line)
		a.from, a.to = start, start+len(row)+1
	} else if off > 0 && isIdent(text[off]) && isIdent(text[off-1]) {
		return fmt.Errorf("nothing begins at the target %s", wp.Location)
	}
	w.out.accept = a
	return nil
}

// waypoint calls its callback for each spot of a waypoint, with a key that identifies the place of the spot and with
// the update for the spot. The error wraps errPlace if the program has no code at the waypoint.
func (w *weaver) waypoint(wp Waypoint, u turn, add func(spot, any, turn)) error {
	s := spot{kind: wp.Type, where: wp.Location}
	var err error
	if wp.Type == "assumption" || wp.Type == "function_return" {
		if u.cond, err = parseC(wp.Value, w.p.Model, w.types); err != nil {
			return err
		}
	}
	switch wp.Type {
	case "assumption":
		if s.pt, err = w.statement(wp.Location); err != nil {
			return fmt.Errorf("%w: %w", errPlace, err)
		}
		add(s, s.pt.loc, u)
	case "function_enter", "function_return":
		calls, err := w.calls(wp.Location)
		if err != nil {
			return fmt.Errorf("%w: %w", errPlace, err)
		}
		for _, e := range calls {
			s.edge = e
			add(s, e, u)
			if wp.Type == "function_return" && !u.block {
				w.hint(e, u.cond)
			}
		}
	case "branching":
		exits, err := w.branch(wp.Location, wp.Value)
		if err != nil {
			return fmt.Errorf("%w: %w", errPlace, err)
		}
		for _, x := range exits {
			s.edge = x.edge
			v := u
			if !x.taken {
				if u.block || !w.opt.Strict {
					continue
				}
				v.block = true
			}
			add(s, x.edge, v)
		}
	default:
		return notYet("the waypoint %s", wp.Type)
	}
	return nil
}

// place splices the updates of a spot into the program.
func (w *weaver) place(s *spot) error {
	switch s.kind {
	case "assumption":
		from, to := s.pt.before()
		return w.chain(from, to, s.us, w.lookup(from.Func, s.pt.pos, false), nil, s.pt.pos)
	case "function_enter":
		from := s.edge.From
		return w.chain(from, moveOut(from), descending(s.us), nil, nil, s.edge.Pos)
	case "branching":
		from, to := after(s.edge)
		return w.chain(from, to, descending(s.us), nil, nil, s.edge.Pos)
	}
	result, err := resultOf(s.edge)
	if err != nil {
		return err
	}
	from, to := after(s.edge)
	return w.chain(from, to, descending(s.us), w.lookup(from.Func, s.edge.Pos, false), result, s.edge.Pos)
}

// descending returns the updates in reverse order, so that one visit of the place passes only one waypoint.
func descending(us []turn) []turn {
	out := make([]turn, len(us))
	for i, u := range us {
		out[len(us)-1-i] = u
	}
	return out
}

// resultOf returns the register that gets the result of a call. It adds one if the call has none.
func resultOf(e *ir.Edge) (*ir.Var, error) {
	if v := ir.Def(e.Stmt); v != nil {
		return v, nil
	}
	c, ok := e.Stmt.(*ir.Call)
	if !ok || c.Func.Result.Kind == ir.None {
		return nil, errors.New(`a function without result has no \result`)
	}
	f := e.From.Func
	dst := f.NewVar(fmt.Sprintf("witness.%d", len(f.Vars)), c.Func.Result)
	e.Stmt = &ir.Call{Dst: dst, Func: c.Func, Args: c.Args}
	return dst, nil
}

// hint records a value of an input that satisfies a constraint of \result.
func (w *weaver) hint(e *ir.Edge, n *cnode) {
	in, ok := e.Stmt.(*ir.Input)
	if !ok || len(n.args) != 2 || n.args[0].op != "name" || n.args[0].name != `\result` {
		return
	}
	t := in.Site.Type
	l := &lower{p: w.p, f: (&ir.Program{Model: w.p.Model}).NewFunc("scratch", ir.Void, e.Pos),
		lookup: func(string) any { return nil }}
	if !l.pure(n.args[1]) {
		return
	}
	v, err := l.value(n.args[1])
	if err != nil {
		return
	}
	x := v.e
	one := ir.NewConst(x.Type(), 1)
	if x.Type().Kind == ir.Int {
		switch n.op {
		case "!=", ">":
			x = ir.NewBinary(ir.Add, x, one)
		case "<":
			x = ir.NewBinary(ir.Sub, x, one)
		}
	}
	if t.Kind == ir.Ptr && n.op == "!=" {
		x = ir.NewConst(t, 1)
	}
	if t.Kind == ir.Ptr != (x.Type().Kind == ir.Ptr) && x.Type().Kind != ir.Int {
		return
	}
	if bits, ok := ir.EvalExpr(ir.NewCast(t, x), &ir.Env{}); ok {
		w.out.Hints = append(w.out.Hints, Hint{in.Site.Pos, t, bits})
	}
}

// exit is an edge that leaves a condition.
type exit struct {
	edge  *ir.Edge
	taken bool // in the given direction
}

// branch returns the edges by which control leaves the condition at a location, in the direction given by value or in
// another one.
func (w *weaver) branch(loc Location, value string) ([]exit, error) {
	file, text, off, err := w.offset(loc)
	if err != nil {
		return nil, err
	}
	if off < len(text) && text[off] == '?' {
		return w.ternary(file, text, off, value)
	}
	for _, word := range []string{"if", "while", "for", "switch", "do"} {
		if !startsWord(text, off, word) {
			continue
		}
		at := off
		if word == "do" { // the condition stands after the body
			end := stmtEnd(text, off+2, 0)
			if at = skipBlank(text, end); !startsWord(text, at, "while") {
				return nil, fmt.Errorf("do without while at %s", loc)
			}
		}
		kw := word
		if word == "do" {
			kw = "while"
		}
		open, end, ok := header(text, at+len(kw))
		if !ok {
			return nil, fmt.Errorf("no condition at %s", loc)
		}
		if word == "switch" {
			return w.cases(file, off, end, value, loc)
		}
		cond := string(text[open:end])
		if word == "for" {
			a := scanTo(text, open, ";")
			b := scanTo(text, min(a+1, len(text)), ";")
			if b >= end {
				return nil, fmt.Errorf("no condition at %s", loc)
			}
			cond = string(text[a+1 : b])
		}
		return w.exits(file, off, open, end, cond, value, loc)
	}
	return nil, fmt.Errorf("no branch at %s", loc)
}

// exits returns the edges that leave the condition cond, whose keyword is at offset kw. The front end puts the edges of
// a simple condition at the keyword, and the edges of a part of a composed condition at the part. The marks at the last
// part are the truth values of the whole condition.
func (w *weaver) exits(file string, kw, open, end int, cond, value string, loc Location) ([]exit, error) {
	if _, err := parseC(cond, w.p.Model, w.types); err != nil {
		return nil, err
	}
	var head []placed
	for _, x := range w.within(file, kw, end) {
		if x.off == kw || x.off >= open {
			head = append(head, x)
		}
	}
	inside := map[*ir.Loc]bool{}
	for _, x := range head {
		inside[x.e.From] = true
	}
	var out []*ir.Edge
	last := map[ir.Mark]*ir.Edge{}
	lastOff := -1
	for _, x := range head {
		a, ok := x.e.Stmt.(*ir.Assume)
		if !ok || a.Mark == ir.NoMark || inside[x.e.To] && x.e.To.Loop == nil {
			continue
		}
		out = append(out, x.e)
		if x.off >= lastOff {
			if x.off > lastOff {
				last = map[ir.Mark]*ir.Edge{}
			}
			last[a.Mark], lastOff = x.e, x.off
		}
	}
	t, f := last[ir.True], last[ir.False]
	if t == nil || f == nil {
		return nil, fmt.Errorf("the condition at %s does not branch", loc)
	}
	if t.To == f.To && len(out) != 2 {
		return nil, fmt.Errorf("the sides of the condition at %s cannot be told apart", loc)
	}
	if value != "true" && value != "false" {
		return nil, fmt.Errorf("the condition at %s has no side %q", loc, value)
	}
	var res []exit
	for _, e := range out {
		side := e.To == t.To
		if t.To == f.To {
			side = e == t
		}
		res = append(res, exit{e, side == (value == "true")})
	}
	return res, nil
}

// ternary returns the exits of a conditional expression: the edges of the last branch before the question mark.
func (w *weaver) ternary(file string, text []byte, off int, value string) ([]exit, error) {
	var best []placed
	for _, x := range w.within(file, 0, off+1) {
		if a, ok := x.e.Stmt.(*ir.Assume); ok && a.Mark != ir.NoMark {
			if len(best) > 0 && best[0].off != x.off {
				best = nil
			}
			best = append(best, x)
		}
	}
	if len(best) != 2 || scanTo(text, best[0].off, "?;") != off && best[0].off != off {
		return nil, errors.New("the condition before ? is not found")
	}
	var res []exit
	for _, x := range best {
		res = append(res, exit{x.e, (x.e.Stmt.(*ir.Assume).Mark == ir.True) == (value == "true")})
	}
	return res, nil
}

// cases returns the exits of a switch, each of whose edges compares with one constant.
func (w *weaver) cases(file string, kw, end int, value string, loc Location) ([]exit, error) {
	want, err := strconv.ParseInt(value, 0, 64)
	if err != nil && value != "default" {
		return nil, fmt.Errorf("%s: %q is no case", loc, value)
	}
	es := w.within(file, kw, end)
	inside := map[*ir.Loc]bool{}
	for _, x := range es {
		if x.off == kw {
			inside[x.e.From] = true
		}
	}
	var res []exit
	found := false
	for _, x := range es {
		a, ok := x.e.Stmt.(*ir.Assume)
		if !ok || x.off != kw || inside[x.e.To] {
			continue
		}
		taken := false
		switch c := a.Cond.(type) { // sound: an edge with any other condition is not taken
		case *ir.Binary:
			bits, isConst := ir.IsConst(c.Y)
			if c.Op == ir.Eq && isConst && a.Mark == ir.True {
				taken = value != "default" && bits == ir.NewConst(c.Y.Type(), want).Bits
			} else {
				taken = value == "default" && a.Mark == ir.False
			}
		}
		found = found || taken
		res = append(res, exit{x.e, taken})
	}
	if !found {
		return nil, fmt.Errorf("the switch at %s has no case %s of its own", loc, value)
	}
	return res, nil
}

// Accept changes the reference program, guards included, so that an error counts only at the target of the witness, and
// only if the counter has the value for it. ok is false if no error can be at the target.
func (o *Woven) Accept(p *ir.Program) (ok bool) {
	a := o.accept
	model := o.mark(p)
	for _, f := range p.Funcs {
		for _, l := range append([]*ir.Loc(nil), f.Locs...) {
			if l.Kind != ir.Error || l.Obligation == nil || len(l.In) == 0 {
				continue
			}
			from := redirect(l.In, l)
			here := o.here(a.states(l.Obligation.Pos))
			if ofModel(l.Obligation.Pos) {
				here = model
			}
			ok = ok || here != nil
			if here == nil {
				here = ir.NewBool(false)
			}
			f.NewEdge(from, l, &ir.Assume{Cond: here}, l.Pos)
			f.NewEdge(from, dead(f, l.Pos), &ir.Assume{Cond: ir.NotExpr(here)}, l.Pos)
		}
	}
	return ok
}

// here returns the condition that the counter has one of the values states; nil if there are none.
func (o *Woven) here(states []int) (here ir.Expr) {
	for _, k := range states {
		at := ir.NewBinary(ir.Eq, ir.NewRef(o.passed), ir.NewConst(ir.U32, int64(k)))
		if here == nil {
			here = at
		} else {
			here = ir.NewBinary(ir.LOr, here, at)
		}
	}
	return here
}

// ofModel reports whether a position is in a model of a library function.
func ofModel(p ir.Pos) bool { return strings.HasPrefix(p.File, "<") }

// mark adds a register that is set during calls of library functions at the target: errors in the models of these
// functions belong to the calls. It returns the condition under which such errors count; nil if there are no such
// calls.
func (o *Woven) mark(p *ir.Program) (model ir.Expr) {
	var reg *ir.Var
	for _, f := range p.Funcs {
		for _, e := range append([]*ir.Edge(nil), f.Edges...) {
			c, call := e.Stmt.(*ir.Call)
			if !call || !ofModel(c.Func.Pos) || ofModel(e.Pos) {
				continue
			}
			here := o.here(o.accept.states(e.Pos))
			if here == nil {
				continue
			}
			if reg == nil {
				reg = p.NewGlobal("witness.called", ir.B)
				reg.Source = "witness.called"
				model = ir.NewRef(reg)
			}
			set := f.NewLoc(e.Pos)
			f.NewEdge(e.From, set, &ir.Assign{Dst: reg, Src: here}, e.Pos)
			e.SetFrom(set)
			from, to := after(e)
			f.NewEdge(from, to, &ir.Assign{Dst: reg, Src: ir.NewBool(false)}, e.Pos)
		}
	}
	return model
}

// states returns the values of the counter with which an error at pos counts.
func (a *acceptance) states(pos ir.Pos) []int {
	if a.graph != nil && !ofModel(pos) {
		return a.graph.accepting(pos)
	}
	if ofModel(pos) {
		return nil
	}
	text, ok := a.places.src.get(pos.File)
	if !ok || pos.File != a.file {
		return nil
	}
	off, ok := byteOffset(text, pos)
	if !ok || off < a.from || off >= a.to {
		return nil
	}
	return []int{a.k}
}
