package absint_test

import (
	"flag"
	"fmt"
	"testing"

	"github.com/tandem-verifier/tandem/internal/mutationtest"
)

var (
	runMutants = flag.Bool("mutants", false, "hold each mutant of TestMutants against TestRuns: a few minutes")
	draw       = flag.Uint("draw", 0, "which mutants are TestMutants' sample; 0: others whenever the sources change")
)

// mutants are changes of the sources that make an analysis unsound. The list omits faults without effect. An upward
// iteration joins too little: settle finds the missing states. A register is not forgotten before an assignment: the
// register is dead there. A store or a bulk statement is undone without forgetting the cells that it overlaps: these
// are unknown in the forward state, so later states have no facts about them.
var mutants = mutationtest.List{
	// Forward.
	{"a new object keeps the contents of the one before", "transfer.go", []string{
		"	s = a.retire(s, o)\n	if d, ok", "	if d, ok"}},
	{"after a call, globals are as before", "transfer.go", []string{
		"		return !eff.globals[d]\n	})\n	res :=", "		return true\n	})\n	res :="}},
	{"after a call, memory is as before", "transfer.go", []string{
		"			return !eff.Memory\n		}\n		return !eff.globals[d]", "			return true\n		}\n		return !eff.globals[d]"}},
	{"after a call, zero bytes are as before", "transfer.go", []string{
		"	if !eff.Memory {\n		r.mem = s.mem", "	{\n		r.mem = s.mem"}},
	{"effects of a callee's callees are forgotten", "../flow/effects.go", []string{
		"		x.GlobalWrites = append(x.GlobalWrites, c.GlobalWrites...)\n		x.Havoc, x.Memory = x.Havoc || c.Havoc, x.Memory " +
			"|| c.Memory\n", ""}},
	{"arguments of a recursive call are read one after the other", "transfer.go", []string{
		"	if c.Func == f {\n		for i, p", "	if false {\n		for i, p"}},
	{"callers do not see that an exit grew", "solver.go", []string{
		"	if n.loc == n.f.Exit { // callers", "	if false { // callers"}},
	{"a head grows a few times only", "solver.go", []string{
		"		j = v.m.Widen(p.s, j, p.growths-n.delay-1)\n", "		return\n"}},
	// Memory.
	{"a store through a pointer to one of two is to the last", "memory.go", []string{
		"		out = a.join(out, a.storeAt(s, w.obj, w.off, v))", "		out = a.storeAt(s, w.obj, w.off, v)"}},
	{"a load through a pointer to one of two is of the last", "memory.go", []string{
		"		out = a.join(out, a.assign(s, dst, t, x, q))", "		out = a.assign(s, dst, t, x, q)"}},
	{"a store keeps the cells that it overlaps", "memory.go", []string{
		"		case k.off == everywhere || k.off < hi && lo < k.off+int64(k.t.Size()):\n			s = a.forget(s, c)", ""}},
	{"a store replaces what all elements have in common", "memory.go", []string{
		"			s = a.join(s, a.assign(s, c, k.t, v.x, nil))\n		case k.off == everywhere || k.off < hi",
		"			s = a.assign(s, c, k.t, v.x, nil)\n		case k.off == everywhere || k.off < hi"}},
	{"a store to one of many addresses is strong", "memory.go", []string{
		"			s = a.join(s, a.assign(s, c, k.t, v.x, v.kept()))", "			s = a.assign(s, c, k.t, v.x, v.kept())"}},
	{"zero bytes survive a store to one of many addresses", "memory.go", []string{
		"	return s.withZeros(o, s.zeros(o).without(lo, hi+n))", "	return s"}},
	{"all elements are one", "memory.go", []string{
		"	return domain.NewRange(t, r.Lo, r.Hi)", "	return domain.NewDim(t, d)"}},
	{"bytes written in bulk keep their value", "memory.go", []string{
		"			s = a.forgetBytes(s, t.obj, lo, hi)", ""}},
	{"a copy leaves the old contents", "memory.go", []string{
		"	r := a.forgetBytes(s, to.obj, to.off, to.off+n)\n	shift", "	r := s\n	shift"}},
	{"the high bytes of a cell are its low ones", "memory.go", []string{
		"domain.NewConst(ir.I32, 8*(off-c.off))", "domain.NewConst(ir.I32, 0)"}},
	{"bytes are zero if they are in one of two states", "contents.go", []string{
		"	for _, s := range c.zero {\n		for _, t := range d.zero",
		"	return c\n	for _, s := range c.zero {\n		for _, t := range d.zero"}},
	{"objects begin as zero, whatever they are initialised to", "initial.go", []string{
		"		s = a.storeAt(s, to, lo+shift, stored{t", "		continue\n		s = a.storeAt(s, to, lo+shift, stored{t"}},
	{"globals begin as zero", "initial.go", []string{
		"		if init == nil {\n			if v.Type", "		{\n			if v.Type"}},
	{"a pointer is one of two", "pointer.go", []string{
		"	return p.merge(q, target.hull)", "	return p.merge(q, func(a, _ target) target { return a })"}},
	// Questions.
	{"null may be read", "valid.go", []string{
		"		no, yes = x.p.null, x.nLo == 0\n", "		no, yes = false, x.nLo == 0\n"}},
	{"an access may end one byte past its object", "valid.go", []string{
		"t.hi <= lo-x.nHi {", "t.hi <= lo-x.nHi+1 {"}},
	{"an access may begin before its object", "valid.go", []string{
		"	if t.lo >= 0 && x.nHi < maxOff &&", "	if x.nHi < maxOff &&"}},
	{"an order of pointers is strict", "assume.go", []string{
		"	strict := (e.Op == ir.Lt) == truth", "	strict := true"}},
	// Summaries.
	{"an exit is related to the globals there", "ghosts.go", []string{
		"domain.NewDim(g.of.Type, g.d))", "domain.NewDim(g.of.Type, a.bind.reg(f, g.of)))"}},
	{"a global's ghost is older than the call", "ghosts.go", []string{
		"			x = domain.NewDim(g.of.Type, a.bind.reg(f, g.of))\n",
		"			x = domain.NewDim(g.of.Type, a.bind.reg(f, g.of))\n			if h := a.bind.ghostOf(f, g.of); h != nil {\n				x = " +
			"domain.NewDim(g.of.Type, h.d)\n			}\n"}},
	{"a parameter's ghost is the first argument", "ghosts.go", []string{
		"g.param < len(c.Args) && c.Args[g.param].Type() == g.of.Type", "c.Args[0].Type() == g.of.Type",
		"x = a.numExpr(s, f, c.Args[g.param])", "x = a.numExpr(s, f, c.Args[0])"}},
	{"twins stay", "ghosts.go", []string{
		"	for _, g := range a.bind.ghostsIn(f) {\n		s.num = a.dom.Forget(s.num, g.twin)\n	}\n	return s", "	return s"}},
	// Parts.
	{"states that are too many are dropped", "solver.go", []string{
		"			v.tooMany(n)\n			if !v.restart {\n				v.grow(n, s)\n			}\n			return", "			return"}},
	{"a state is covered by those below it", "solver.go", []string{
		"		if v.m.Leq(s, p.s) {\n			return true", "		if v.m.Leq(p.s, s) {\n			return true"}},
	// Backward.
	{"backward, a head grows a few times only", "back.go", []string{
		"				if p.backGrowths++; p.backGrowths > v.cfg.Delay {",
		"				if p.backGrowths++; p.backGrowths > v.cfg.Delay {\n					continue"}},
	{"backward, an input had its value before", "undo.go", []string{
		"		return a.within(s, a.forget(t, d))\n	case *ir.LoadStmt:", "		return a.within(s, t)\n	case *ir.LoadStmt:"}},
	{"backward, what a callee needs of its registers its caller needs of them", "undo.go", []string{
		"	need = a.scoped(a.keepDims(need, func(d domain.Dim) bool { return params[d] || !a.bind.isLocal(d) }))\n", ""}},
	{"backward, the last caller is the only one", "back.go", []string{
		"out = m.Join(out, m.UndoReturn(p.s, e, after))", "out = m.UndoReturn(p.s, e, after)"}},
	{"backward, an exit needs what its caller needs of its registers", "undo.go", []string{
		"	after = a.scoped(a.keepDims(after, func(d domain.Dim) bool { return !a.bind.isLocal(d) }))\n", ""}},
	{"backward, the last edge is the only one", "back.go", []string{
		"out = v.m.Join(out, v.m.Undo(s, e, after))", "out = v.m.Undo(s, e, after)"}},
}

// TestMutants checks that the sources contain the texts that mutants replace, and that TestRuns fails for each mutant
// of a sample. The sample changes with the sources; with -mutants, it has all mutants.
func TestMutants(t *testing.T) {
	mutationtest.Test(t, mutationtest.Run{Tests: "TestRuns", Args: []string{"-programs", fmt.Sprint(*programs)},
		All: *runMutants, Some: 2, Draw: *draw}, mutants)
}
