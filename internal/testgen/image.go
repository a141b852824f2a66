package testgen

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// image is a call of the entry function in terms of C: the arguments, and the contents of the memory from outside at
// the call. A test has its inputs in the order of reading: a pointer in memory from outside is an input at its first
// read. So imager observes a run in the interpreter, and puts each pointer back into the memory from which it was read.
type image struct {
	args    []imageArg
	argv    []ir.Place     // the strings of main's argv; the zero Place for a string that is never read
	vector  uint64         // the address of main's argv, 0 if it has none
	objects []*imageObject // memory from outside, by object
	cells   []imageCell    // pointers in memory from outside
	answers []given        // results of functions that C does not have
	blocks  []block        // blocks of the heap, in the order of the calls
}

// imageArg is one argument: a number, or the address of an object.
type imageArg struct {
	t     ir.Type
	bits  uint64
	at    ir.Place
	value string // for an argument passed by value: the C type of the object at the address
	list  bool   // a va_list of x86-64: the address of its structure, whose next argument is on the stack
}

// imageObject is an object that the program did not make.
type imageObject struct {
	site, occ int
	size      uint64
	bytes     []ir.Record // in the order of reading; all other bytes are 0
}

// imageCell is a pointer in memory: the address where it is stored, and the address to which it points.
type imageCell struct {
	in ir.Place
	at ir.Place
}

// imager makes images of the tests of one program.
type imager struct {
	p     *ir.Program
	entry string
	m     *exec.Interp
	call  *ir.Edge              // the call of the entry function
	fills map[*ir.Edge]bool     // stores of pointers that were read from memory from outside
	given map[*ir.Edge]*ir.Site // inputs that are pointers returned by functions without a body
	code  map[int]bool          // sites of pointers to functions
	// watched is the number of edges of the last run.
	watched int
	truth   map[int]bool // sites whose value is only compared with 0: it may be a _Bool, so that only 0 and 1 are valid
}

// newImager returns an imager for calls of entry in p.
func newImager(p *ir.Program, entry string) (*imager, error) {
	g := &imager{p: p, entry: entry, fills: map[*ir.Edge]bool{}, given: map[*ir.Edge]*ir.Site{}, code: map[int]bool{},
		truth: truths(p)}
	for _, e := range p.Entry.Edges {
		if c, ok := e.Stmt.(*ir.Call); ok && c.Func.Source == entry {
			g.call = e
		}
	}
	if g.call == nil {
		return nil, fmt.Errorf("%s is not called", entry)
	}
	read := map[*ir.Var]bool{}
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			in, ok := e.Stmt.(*ir.Input)
			if !ok || in.Dst.Type.Kind != ir.Ptr {
				continue
			}
			if in.Dst.Points == "code" {
				g.code[in.Site.ID] = true
			}
			switch in.Site.Kind { // sound: only these are put back into memory
			case ir.Choice:
				read[in.Dst] = true
			case ir.NoBody, ir.Nondet:
				g.given[e] = in.Site
			case ir.Library:
				if in.Site.Name == "getenv" {
					g.given[e] = in.Site
				}
			}
		}
	}
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			if s, ok := e.Stmt.(*ir.Store); ok {
				r, ok := s.Val.(*ir.Ref)
				g.fills[e] = ok && read[r.Var]
			}
		}
	}
	var err error
	g.m, err = exec.NewInterp(p, exec.Config{Fuel: 1 << 20, MaxMemory: 64 << 20})
	return g, err
}

// truths returns the sites of inputs of 8 bits that are only compared with 0.
func truths(p *ir.Program) map[int]bool {
	site := map[*ir.Var]int{}
	out := map[int]bool{}
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			if in, ok := e.Stmt.(*ir.Input); ok && in.Dst.Type == ir.U8 && !in.Dst.Global {
				site[in.Dst] = in.Site.ID
				out[in.Site.ID] = true
			}
		}
	}
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			for _, x := range ir.StmtExprs(e.Stmt) {
				ir.Walk(x, func(x ir.Expr) bool {
					if b, ok := x.(*ir.Binary); ok && (b.Op == ir.Ne || b.Op == ir.Eq) {
						if bits, isConst := ir.IsConst(b.Y); isConst && bits == 0 {
							_, isRef := b.X.(*ir.Ref)
							return !isRef
						}
					}
					if r, ok := x.(*ir.Ref); ok {
						if s, ok := site[r.Var]; ok {
							delete(out, s)
						}
					}
					return true
				})
			}
		}
	}
	return out
}

// image runs a test and returns its image. The error names the part of the call that has no counterpart in C.
func (g *imager) image(ctx context.Context, c *Case) (*image, error) {
	m := g.m
	im := &image{}
	g.watched = 0
	env := &ir.Env{Reg: m.Reg, Addr: m.Addr, FuncAddr: exec.FuncAddr}
	var fault error
	used := map[ir.Place]uint64{} // sizes of the objects to which pointers lead
	place := func(bits uint64) ir.Place {
		if bits == 0 {
			return ir.Place{}
		}
		at := m.Name(bits)
		switch at.Kind {
		case ir.Number:
			fault = cmp.Or(fault, fmt.Errorf("a pointer input leads to no object that has a name"))
		case ir.OfSite:
			size, ok := m.Extent(at)
			if !ok {
				fault = cmp.Or(fault, fmt.Errorf("an object of %s is gone", g.p.Sites[at.ID].Key))
			}
			used[ir.Place{Kind: ir.OfSite, ID: at.ID, Occ: at.Occ}] = size
		case ir.OfGlobal, ir.OfFunc: // these have names in C
		}
		return at
	}
	called := false
	var raw []rawCell // the first pointer that was loaded from each address
	havoc := -1       // the site of the memory that became arbitrary last
	inputs := &counted{Inputs: Inputs(g.p, c.Test)}
	idle := 0         // edges since the last input
	var loaded uint64 // the address from which the current edge loads a pointer
	// Before each edge: record the arguments at the call of the entry function, and the pointers from outside that are
	// stored.
	m.Path(func(e *ir.Edge) {
		if fault != nil {
			return
		}
		if ld, ok := e.Stmt.(*ir.LoadStmt); ok && ld.Dst.Type.Kind == ir.Ptr {
			loaded, _ = ir.EvalExpr(ld.Addr, env)
		}
		if st, ok := e.Stmt.(*ir.Store); ok && im.vector != 0 && st.Val.Type().Kind == ir.Ptr {
			addr, _ := ir.EvalExpr(st.Addr, env)
			val, _ := ir.EvalExpr(st.Val, env)
			g.textMade(im, addr, val, place)
		}
		switch {
		case e == g.call && !called:
			called = true
			fault = g.arguments(im, env, place)
		case g.fills[e]:
			s := e.Stmt.(*ir.Store)
			addr, _ := ir.EvalExpr(s.Addr, env)
			val, _ := ir.EvalExpr(s.Val, env)
			if val != 0 {
				im.cells = append(im.cells, imageCell{place(addr), place(val)})
			}
		}
	})
	// After each edge: record the pointers that are loaded, the blocks of the heap, and the results that C does not have.
	m.Observe(func(e *ir.Edge, _ exec.Env) {
		g.watched++
		if idle++; inputs.new {
			idle, inputs.new = 0, false
		}
		if c.Ending == verify.EndResource && called && inputs.n >= len(c.Test.Records) && idle > enough {
			m.Stop()
		}
		if ld, ok := e.Stmt.(*ir.LoadStmt); ok && ld.Dst.Type.Kind == ir.Ptr && called {
			in, bits := m.Name(loaded), m.Reg(ld.Dst)
			first := !slices.ContainsFunc(raw, func(c rawCell) bool { return c.in == in })
			at := m.Name(bits)
			switch isCode := ld.Dst.Points == "code"; {
			case isCode && bits != 0 && (at.Kind == ir.Number || at.Kind == ir.OfFunc && at.ID == g.p.Entry.ID):
				at = elsewhere
			case !isCode && at.Kind == ir.OfFunc: // a number that is small
				at = ir.Place{}
			}
			if site := g.siteAt(in); first && site >= 0 {
				raw = append(raw, rawCell{imageCell{in, at}, site, bits})
			}
		}
		if b, ok := blockOf(e, m); ok {
			im.blocks = append(im.blocks, b)
		}
		if h, ok := e.Stmt.(*ir.MemHavoc); ok {
			havoc = h.Site.ID
		}
		if v := ir.Def(e.Stmt); v != nil && v.Answers() != "" {
			im.answers = append(im.answers, given{v.Answers(), havoc, 0, m.Reg(v)})
		}
		if s := g.given[e]; s != nil && fault == nil {
			if bits := m.Reg(ir.Def(e.Stmt)); bits != 0 {
				place(bits)
			}
		}
	})
	run, err := m.Run(ctx, inputs)
	m.Path(nil)
	m.Observe(nil)
	switch {
	case err != nil:
		return nil, err
	case ctx.Err() != nil:
		return nil, errors.New(noTime)
	case fault != nil:
		return nil, fault
	case !called:
		return nil, fmt.Errorf("the run ends before %s is called", g.entry)
	}
	g.memory(im, run, raw, used)
	return im, nil
}

// memory adds the cells and the objects of a run to its image: raw are the pointers that it loaded, and used has the
// sizes of the objects to which pointers lead.
func (g *imager) memory(im *image, run *exec.Run, raw []rawCell, used map[ir.Place]uint64) {
	for _, c := range raw { // inputs that are numbers but were used as addresses
		if c.at.Kind == ir.Number || !c.isRead(run, int(g.p.Model)/8) {
			continue
		}
		if at := (ir.Place{Kind: ir.OfSite, ID: c.at.ID, Occ: c.at.Occ}); c.at.Kind == ir.OfSite && used[at] == 0 {
			size, ok := g.m.Extent(at)
			if !ok || g.p.Sites[at.ID].Kind == ir.ObjectBytes {
				continue
			}
			used[at] = size
		}
		if !slices.Contains(im.cells, c.imageCell) {
			im.cells = append(im.cells, c.imageCell)
		}
	}
	for at, size := range used {
		o := &imageObject{site: at.ID, occ: at.Occ, size: size}
		for _, r := range run.Reads {
			if r.Site == at.ID && r.Occ == at.Occ && r.Off >= 0 && r.Bits != 0 && exec.IsBytes(g.p.Sites[r.Site], r.Off) {
				o.bytes = append(o.bytes, r)
			}
		}
		im.objects = append(im.objects, o)
	}
	slices.SortFunc(im.objects,
		func(a, b *imageObject) int { return cmp.Or(cmp.Compare(a.site, b.site), cmp.Compare(a.occ, b.occ)) })
}

// enough is the number of edges for which an endless run is observed after its last input, since its image depends only
// on the inputs.
const enough = 1 << 12

// counted counts the inputs that a run reads.
type counted struct {
	exec.Inputs
	n   int
	new bool // an input was read since new was last reset
}

func (c *counted) Next(k ir.Key, s *ir.Site, t ir.Type) (uint64, bool) {
	c.n++
	c.new = true
	return c.Inputs.Next(k, s, t)
}

// Place implements exec.Placed.
func (c *counted) Place(k ir.Key, t ir.Type) ir.Place {
	if p, ok := c.Inputs.(exec.Placed); ok {
		return p.Place(k, t)
	}
	return ir.Place{}
}

// noTime is the reason why a test is omitted if the time is over.
const noTime = "no time was left for it"

// rawCell is a pointer that was loaded from bytes which are numbers in the test.
type rawCell struct {
	imageCell
	site int // of the bytes
	bits uint64
}

// isRead reports whether the bytes were an input of the run.
func (c *rawCell) isRead(run *exec.Run, width int) bool {
	return slices.ContainsFunc(run.Reads, func(r ir.Record) bool {
		return r.Site == c.site && r.Occ == c.in.Occ && r.Off == c.in.Off && r.Type.Size() == width && r.Bits == c.bits
	})
}

// siteAt returns the site of the initial contents of the memory at an address: of memory from outside, or of a variable
// that only the harness defines; -1 for other memory.
func (g *imager) siteAt(at ir.Place) int {
	switch at.Kind { // sound: the others have no first contents that are inputs
	case ir.OfSite:
		return at.ID
	case ir.OfGlobal:
		if o := g.p.Objects[at.ID]; o.Uninit && o.Site != nil && !o.Const && o.Scope == (ir.Scope{}) {
			return o.Site.ID
		}
	}
	return -1
}

// elsewhere is the place of a function that the program does not have.
var elsewhere = ir.Place{Kind: ir.OfFunc, ID: -1}

// arguments adds the arguments of the call to the image.
func (g *imager) arguments(im *image, env *ir.Env, place func(uint64) ir.Place) error {
	c := g.call.Stmt.(*ir.Call)
	if g.entry == "main" {
		return g.mainArguments(im, c, env, place)
	}
	for i, a := range c.Args {
		param := c.Func.Params[i]
		bits, _ := ir.EvalExpr(a, env)
		arg := imageArg{t: a.Type(), bits: bits}
		o, isObject := a.(*ir.AddrOf)
		switch {
		case isObject && o.Obj.Func == g.p.Entry && o.Obj.CType == "", isObject && param.Source == "" && param.Name == "va":
			continue // the address for the result, or the arguments in place of the ellipsis
		case i == len(c.Args)-1 && param.Source == "" && param.Name == "va":
			continue
		case isObject && o.Obj.Func == g.p.Entry:
			arg.value = o.Obj.CType
			arg.at = place(bits)
		case param.CType == "" || isPart(param):
			return fmt.Errorf("parameter %s is of a type that is more than one number", param.Name)
		case a.Type().Kind == ir.Ptr:
			arg.at = place(bits)
			arg.list = isVaList(param.CType) && bits != 0 && g.p.Model == ir.LP64
		}
		im.args = append(im.args, arg)
	}
	return nil
}

// isVaList reports whether a parameter of this C type is a va_list of x86-64: the address of the ABI's structure.
func isVaList(ctype string) bool {
	name := strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(ctype, "struct "), "*"))
	return name == "__va_list_tag" || name == "va_list" || name == "__builtin_va_list" || name == "__gnuc_va_list"
}

// isPart reports whether a register is a part of a wide number (x.lo).
func isPart(v *ir.Var) bool { return slices.Contains([]byte(v.Source), '.') }

// mainArguments adds argc to the image, and the addresses of the strings of argv.
func (g *imager) mainArguments(im *image, c *ir.Call, env *ir.Env, place func(uint64) ir.Place) error {
	for i, a := range c.Args {
		bits, _ := ir.EvalExpr(a, env)
		im.args = append(im.args, imageArg{t: a.Type(), bits: bits})
		if i != 1 || bits == 0 {
			continue
		}
		im.vector = bits
		im.argv = make([]ir.Place, min(im.args[0].bits, maxArgs))
		w := int(g.p.Model) / 8
		for k := range im.argv {
			p, _ := g.m.Mem(bits+uint64(k*w), w)
			im.argv[k] = place(p)
		}
	}
	return nil
}

// textMade records the address val of a string of argv when it is stored at addr, an element of argv: a string is made
// when it is first read.
func (g *imager) textMade(im *image, addr, val uint64, place func(uint64) ir.Place) {
	k := (addr - im.vector) / uint64(g.p.Model/8)
	if im.vector != 0 && addr >= im.vector && k < uint64(len(im.argv)) && im.argv[k] == (ir.Place{}) {
		im.argv[k] = place(val)
	}
}

// maxArgs bounds the number of elements of argv.
const maxArgs = 1 << 20
