package verify

import "github.com/tandem-verifier/tandem/internal/ir"

// Evidence is a proof that package check re-checks: a closed sum. The letters
// are those of docs/architecture.md.
//
//	(a) *Inductive    an inductive invariant per location, with contracts
//	    *Passed       invariants of what checks have shown that executions have passed
//	(b) *Annotated    an annotated automaton or ARG, one triple per edge
//	(c) *KInductive   k-inductive invariants
//	(d) *Cover        scopes that cover the task, each with its proof
//	    *Under        a proof under a region of inputs, of a leaf
//	    *Ranged       a proof of the paths of a range, of a leaf
//	(e) *Enumerated   every input of a box was run
//	    *Cycle        a closed program that never ends repeats a state
//	(f) *Unwinding    no execution is longer than the unwinding
//	    *Unreached    no error location is reachable in the automaton
//	    *Parts        different proofs for different obligations
//	    *Conditional  proofs of some executions, and one of what they leave
type Evidence interface{ isEvidence() }

// Inductive is evidence (a): an invariant per location; a location that is not
// listed has the invariant true, or, if a single edge leads there, whatever follows
// from the location before. Several invariants of one location are a
// conjunction; a location with the invariant false is unreachable, which all
// asked error locations must be.
//
// Contracts are the invariants at a function's entry and exit; they hold for every activation.
// That at the entry is what callers have to show: it speaks of parameters, which
// are the arguments, and of globals. That at the exit is what callers may assume
// after the call, where it speaks of
//
//	globals, static objects   as the call leaves them
//	Results[f]                the returned value
//	parameters                that no statement of f assigns: as they never change, they are the
//	                          arguments, evaluated before the call
//	Entered[f]                parameters and global registers at the entry: the arguments, and the
//	                          globals before the call
//
// An assigned parameter, or a local of f, has its last value at the exit. That is true
// there, but says nothing to callers, who take it as any value.
//
//	int f(int n) { n--; k++; return n; }    exit: result == n.in - 1 && k == k.in + 1
//	                                        Entered[f]: n -> n.in, k -> k.in
//	x = f(x)                                after it, x == x' - 1 && k == k' + 1 of x', k' before
type Inductive struct {
	Invariants []Invariant
	Results    map[*ir.Func]*ir.Var // pseudo register for f's returned value at f.Exit; belongs to no function
	// Entered names the values that parameters of f and global registers had when the running
	// activation of f was entered, after its arguments were passed. Each is a pseudo register of its
	// own: it belongs to no function and stands for nothing else. All invariants
	// of f may speak of it; nothing assigns it.
	Entered map[*ir.Func]map[*ir.Var]*ir.Var
	// Made names the object that an Alloc, or an Input of a pointer, made last:
	// a pseudo object of the edge's function that no other name means.
	Made map[*ir.Edge]*ir.Object
	// Frees lists the objects that Made names, and those of the heap, which a call of a function may free. A function that
	// is not listed may free any. It is claimed, like the invariants, and not only noted.
	Frees map[*ir.Func][]*ir.Object
}

// Passed is a kind of inductive invariants, about what executions have passed: parts of a formula at cuts, which are
// locations where ways meet, and the entries of functions; what is said at an entry, each call has to show, and nobody
// says anything at an exit. Parts are
//
//	readable(p + 4, 8), writable(...)    so many bytes, a constant, lie in one object that is alive; with another number the question as it was asked
//	x == y + 8, load(p + 4) == y         registers or cells have one value
//	same(p, q), x < y, and negations     how conditions were answered
//	false                                no execution comes here
//
// in an order in which each names what those before it have spoken of.
type Passed struct {
	Invariants []Invariant
}

// Invariant says that Expr (Bool; Load and Forall allowed) holds whenever
// control is at Loc.
type Invariant struct {
	Loc  *ir.Loc
	Expr ir.Expr
}

// Annotated is evidence (b): a graph whose nodes are locations with a formula, one triple per way between formulas.
//
//	node 0        is at the program's entry; all initial states satisfy its formula
//	a formula     holds whenever an execution is at the node. nil says nothing: such a node lies inside of a block, and what
//	              holds there follows from the nodes before. Each circle of the graph has a node with a formula;
//	              where a function begins or ends, nil means true.
//	Frame         is the node at the function's entry in which the activation began; an entry's is itself
//	an edge       leads over Edge to a node of the same frame. Each edge of the automaton that leaves a node's location has
//	              one, unless the formula excludes it; where there are several, all that they lead to holds.
//	coverage      (Edge nil) leads to a node of the same location and frame whose formula follows. A covered node needs
//	              no edges of its own.
//	a call        leads to a node at the entry of the callee, whose formula follows once the arguments are passed
//	a return      leads from a node at the exit of the callee, for a node Caller that calls into its frame over Edge, to a node of
//	              Caller's frame behind Edge. Its formula follows from that of Caller, of what the callee
//	              cannot change, and that of From, of the result and what is global. Each node at an exit that is not covered
//	              has one for each caller of its frame, unless their formulas exclude each other.
//	an open node  is where an analysis was stopped: nothing is said of executions that come there, from there on. Its formula and its
//	              edges count for nothing. A graph with open nodes proves nothing of the program, but of the executions that do not come
//	              to one: Left says which may.
//
// So an execution has, for each of its activations, a node: that where it is, and those in front of the calls that it
// is in. A frame may have many callers, and may be called from itself: recursion needs nothing else.
//
// What a formula at an exit may say to callers, and what Results, Entered and Made name, is as in Inductive.
type Annotated struct {
	Nodes   []AnnotatedNode
	Edges   []AnnotatedEdge
	Results map[*ir.Func]*ir.Var
	Entered map[*ir.Func]map[*ir.Var]*ir.Var
	Made    map[*ir.Edge]*ir.Object
	// Rough says that formulas leave out some of what the engine knows: one that does not follow is no mistake of the
	// engine's, and may be true.
	Rough bool
}

// AnnotatedNode is a node of Annotated.
type AnnotatedNode struct {
	Loc     *ir.Loc
	Formula ir.Expr // nil: inside of a block
	Frame   int     // the node where the activation began
	Open    bool    // executions that come here are left to others
}

// AnnotatedEdge leads from node From to node To over Edge; nil is coverage.
type AnnotatedEdge struct {
	From, To int
	Edge     *ir.Edge
	Caller   int // of a return: the node in front of the call; otherwise -1
}

// KInductive is evidence (c): the conjunction of the invariants is K-inductive
// with respect to Cut (loop heads): it holds in the first K visits of Cut, and
// K visits in a row that satisfy it lead to one that does.
type KInductive struct {
	K          int
	Cut        []*ir.Loc
	Invariants []Invariant
	Support    *Inductive // auxiliary invariants, themselves 1-inductive; may be nil
}

// Cover is evidence (d): each execution lies in the scope of a leaf, and each leaf has its proof.
type Cover struct {
	Leaves []Leaf
}

// Leaf is one part of a Cover. Its proof speaks of the program that has the executions of the scope
// only: Task.Part gives it, and the same one to who checks the proof.
type Leaf struct {
	Scope Scope
	Proof Evidence
}

// Under is the proof of a leaf whose scope is a region and nothing else, in terms of the program that the leaf is a
// part of: for executions whose inputs lie in the region, the region's registers being the inputs that they read, or
// will read. So engines prove that know the inputs as symbols: to them a region is an assumption.
type Under struct {
	Proof Evidence
}

// Ranged is the proof of a leaf whose scope is a range of paths and nothing else, in terms of the program that the leaf
// is a part of: one of
//
//	a graph         that no path of the range leaves. It may come to open nodes over paths that lie before the range or behind it.
//	an unwinding    of the executions whose path lies in the range; what it says of others counts for nothing
type Ranged struct {
	Graph     *Annotated
	Unwinding *Unwinding
}

// Enumerated is evidence (e): the program was run on every input of a box. A
// closed program is the box without dimensions.
type Enumerated struct {
	Box  []Range // one per entry input site that is read, sorted by Site
	Runs uint64  // the product of the sizes of the ranges: each point was one run
	Fuel uint64  // the most fuel that a run used: the re-check allows this much
}

// Cycle is the proof of a closed program that never ends: the states at the
// N-th and at the M-th visit (from 0, N < M) of Head are equal in all that the
// rest of the run depends on, and no violation was seen before.
type Cycle struct {
	Head *ir.Loc
	N, M uint64
}

// Unwinding is evidence (f): no execution visits a location more than Depth[loc]
// times, and none of that length violates an obligation. (It is enough that the depths hold of each stay in a loop.)
type Unwinding struct {
	Depth map[*ir.Loc]int // loop heads, and function entries if recursive
	// Search is a hint to the checker: bits and a SAT solver decided it.
	Search bool
	// Paths is another: the ways that executions take; nil: the engine did not see them.
	Paths *PathTree
}

// PathTree says which ways executions take where control parts: of the edges that leave a location with several.
type PathTree struct {
	Next   map[*ir.Edge]*PathTree
	Leaves int // paths; 0: nobody knows
}

// Unreached is evidence without any work: no error location of the obligation
// is reachable from the entry in the automaton.
type Unreached struct{}

// Parts is a proof per obligation, by obligation ID.
type Parts struct {
	Of map[int]Evidence
}

func (*Inductive) isEvidence()   {}
func (*Passed) isEvidence()      {}
func (*Annotated) isEvidence()   {}
func (*KInductive) isEvidence()  {}
func (*Cover) isEvidence()       {}
func (*Under) isEvidence()       {}
func (*Ranged) isEvidence()      {}
func (*Enumerated) isEvidence()  {}
func (*Cycle) isEvidence()       {}
func (*Unwinding) isEvidence()   {}
func (*Unreached) isEvidence()   {}
func (*Parts) isEvidence()       {}
func (*Conditional) isEvidence() {}

// Conditional is what several verifiers have shown in turn (conditional model checking: Beyer, Henzinger, Keremoglu,
// Wendler, FSE 2012): each of Shown is a proof of some executions only (see Partial), Condition has all executions that
// they leave, and Rest is a proof of the part of the task in its scope.
type Conditional struct {
	Shown     []Evidence
	Condition *Condition
	Rest      Evidence
}
