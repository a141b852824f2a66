package symex

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// Options are limits; the zero value selects the defaults.
type Options struct {
	Points   *flow.Memo // the points-to analysis; computed if nil
	Solver   smt.Config
	Fuel     uint64 // bounds the steps of a run; 0: 1<<20
	Memory   uint64 // bounds the memory of a run, in bytes; 0: 64 MiB
	MaxEdges int    // bounds the edges of a run that are followed; 0: 50,000; walks to places have 20 times as many
	MaxNodes int    // bounds the nodes of a run; 0: 5,000

	// Quiet lets the interpreter alone execute quiet edges (untouched.go) in runs of the tree. These edges do not count
	// for MaxEdges, and Path and Stretch of nodes leave them out. Each makes walks to places (At) follow every edge.
	Quiet, Each bool
	// Merge makes one arc of the paths through a region that end at one location (region.go).
	Merge bool
}

// Explorer keeps the tree of the paths that tests have taken. It is not safe for concurrent use.
type Explorer struct {
	Prog *ir.Program
	Root *Node
	// Contradictions counts runs that took an arc marked as infeasible. It is 0, unless vc, exec or the solver has a
	// fault.
	Contradictions int

	opt    Options
	points *flow.Points
	c      *term.Ctx
	enc    *vc.Encoder
	interp *exec.Interp
	bases  []uint64 // addresses of global objects
	solver smt.Solver
	nodes  int // the number of nodes in the tree

	origin map[*term.Term]origin // by constant: the input that it is
	plain  map[*term.Term]bool   // results of isPlain
	slices *Slicer
	unread map[int]*vc.Value // by site: a constant for an input that a path has not read yet, for regions
	start  Node              // the root before any run

	regions  map[*ir.Loc]*Region           // results of region
	steering map[*ir.Func]map[*ir.Var]bool // results of function steering

	tree         *quietEdges         // quiet edges of the tree; nil without Options.Quiet
	lines        *quietEdges         // quiet edges of walks to places; nil until a walk needs them
	bare         map[*ir.Object]bool // local objects whose uninitialised contents a walk has read
	open         map[*ir.Func]bool   // functions with a location to which a walk went
	presentQuiet *quietEdges         // the quiet edges that the interpreter has at present
}

// New makes an Explorer. It fails if the program cannot be run, if there is no solver (smt.ErrNoSolver), or if the
// context ends.
func New(ctx context.Context, p *ir.Program, o Options) (*Explorer, error) {
	if o.Fuel == 0 {
		o.Fuel = 1 << 20
	}
	if o.Memory == 0 {
		o.Memory = 64 << 20
	}
	if o.MaxEdges == 0 {
		o.MaxEdges = 50_000
	}
	if o.MaxNodes == 0 {
		o.MaxNodes = 5_000
	}
	points, err := o.Points.Points(ctx, p)
	if err != nil {
		return nil, err
	}
	x := &Explorer{Prog: p, opt: o, points: points}
	lay, err := exec.NewLayout(p)
	if err != nil {
		return nil, err
	}
	x.bases = lay.Base
	if x.interp, err = exec.NewInterp(p, exec.Config{Fuel: o.Fuel, MaxMemory: o.Memory, Context: ctx,
		Points: o.Points}); err != nil {
		return nil, err
	}
	if err := x.Reset(); err != nil {
		return nil, err
	}
	x.regions, x.steering = map[*ir.Loc]*Region{}, map[*ir.Func]map[*ir.Var]bool{}
	x.bare, x.open = map[*ir.Object]bool{}, map[*ir.Func]bool{}
	if o.Quiet {
		if u := findUntouched(p, points, nil, nil, true); u.some {
			x.tree = u
		}
	}
	return x, nil
}

// Reset drops the tree and all terms.
func (x *Explorer) Reset() error {
	if x.solver != nil {
		x.solver.Close()
	}
	x.c = term.New()
	var err error
	if x.solver, err = smt.Open(x.c, x.opt.Solver); err != nil {
		return err
	}
	x.enc = vc.New(x.c, x.Prog, vc.Options{Enc: vc.Bits, Points: x.points})
	x.origin, x.plain, x.slices = map[*term.Term]origin{}, map[*term.Term]bool{}, NewSlicer(x.enc)
	x.unread = map[int]*vc.Value{}
	x.nodes = 1
	before := x.enc.Approx
	x.Root = &Node{Loc: x.Prog.Entry.Entry, test: &[]ir.Record{}}
	x.Root.state = x.enc.Initial()
	x.Root.Exact, x.Root.General = x.enc.Approx == before, true
	occ := map[int]int{}
	for _, ev := range x.enc.Events {
		x.enter(x.Root, ev, occ)
	}
	x.start = *x.Root
	return nil
}

// SetLimits changes Options.Fuel, MaxEdges and MaxNodes, so that later runs are followed further.
func (x *Explorer) SetLimits(fuel uint64, edges, nodes int) {
	x.opt.Fuel, x.opt.MaxEdges, x.opt.MaxNodes = fuel, edges, nodes
	x.interp.SetFuel(fuel)
}

// Close ends the solver.
func (x *Explorer) Close() error { return x.solver.Close() }

// Nodes returns the number of nodes of the tree. The memory of an Explorer grows with Nodes and with Terms.
func (x *Explorer) Nodes() int { return x.nodes }

// Terms returns the number of terms made so far.
func (x *Explorer) Terms() int { return x.c.Len() }

// Encoder returns the encoder that makes the terms.
func (x *Explorer) Encoder() *vc.Encoder { return x.enc }

// enter records the input of an event as read by the stretch of n. occ counts the reads by site.
func (x *Explorer) enter(n *Node, ev vc.Event, occ map[int]int) {
	if ev.Site == nil {
		return
	}
	key := ir.Key{Site: ev.Site.ID, Occ: occ[ev.Site.ID]}
	occ[ev.Site.ID]++
	n.reads = append(n.reads, read{ev.Site, key.Occ, ev.Value})
	if ev.Value != nil && ev.Value.T != nil {
		k, t := key, ev.Value.T
		if ev.Type.Kind == ir.Ptr {
			k.Off = -1
			if t.Op() == term.Not {
				t = t.Arg(0)
			}
		}
		x.origin[t] = origin{key: k, typ: ev.Type}
	}
	for _, b := range ev.Bytes {
		if b.Type.Kind == ir.Ptr {
			continue
		}
		k := key
		k.Off = b.Off
		if b.Value != nil && b.Value.T != nil {
			x.origin[b.Value.T] = origin{key: k, typ: b.Type, bytes: true}
		} else if b.Array != nil {
			k.Off = 0
			x.origin[b.Array] = origin{key: k, typ: b.Type, bytes: true, array: true}
		}
	}
}

// isPlain reports whether t is over inputs only, and over constants that axioms define by inputs.
func (x *Explorer) isPlain(t *term.Term) bool {
	if t == nil {
		return true
	}
	if p, ok := x.plain[t]; ok {
		return p
	}
	ok := true
	switch t.Op() {
	case term.Const:
	case term.Var:
		if _, in := x.origin[t]; !in {
			ok = len(x.enc.AxiomsOf(t)) > 0
		}
		return ok // not cached, since the constant may become an input
	default:
		for _, a := range t.Args() {
			ok = ok && x.isPlain(a)
		}
	}
	x.plain[t] = ok
	return ok
}

// plainValue reports whether v has a value over inputs only.
func (x *Explorer) plainValue(v *vc.Value) bool {
	return v != nil && v.T != nil && x.isPlain(v.T) && x.isPlain(v.Obj)
}

// Trace is a run with its path in the tree.
type Trace struct {
	Run   *exec.Run
	Nodes []*Node // the nodes on the path, from the root to the node at which following ended
	Lost  string  // why the run was not followed to its end; "" if it was
	Fresh int     // the number of new nodes
}

// Last returns the last node.
func (t *Trace) Last() *Node { return t.Nodes[len(t.Nodes)-1] }

// Run runs a test and adds its path to the tree. Inputs without a record are zero.
func (x *Explorer) Run(ctx context.Context, test []ir.Record) (*Trace, error) {
	return x.RunInputs(ctx, exec.Chain(exec.FromRecords(x.Prog, test), exec.Zeros()))
}

// RunInputs is Run on any inputs.
func (x *Explorer) RunInputs(ctx context.Context, in exec.Inputs) (*Trace, error) {
	w := x.newWalker(ctx)
	w.quiet = x.tree
	run, err := x.run(w, in)
	if err != nil {
		return nil, err
	}
	w.finish(run)
	return w.trace, nil
}

// run runs the program on the inputs, while the walker follows the run.
func (x *Explorer) run(w *walker, in exec.Inputs) (*exec.Run, error) {
	x.setQuiet(w.quiet)
	x.interp.Observe(w.observe)
	x.interp.Path(w.before)
	defer x.interp.Observe(nil)
	defer x.interp.Path(nil)
	return x.interp.Run(w.ctx, in)
}
