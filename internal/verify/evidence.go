package verify

import "github.com/tandem-verifier/tandem/internal/ir"

// Evidence is a proof that package check can check without the engine that found it. The implementations are:
//
//	(a) *Inductive    an inductive invariant per location, with contracts
//	    *Passed       invariants about the checks that executions have passed
//	(b) *Annotated    an annotated automaton or ARG, one triple per edge
//	(c) *KInductive   k-inductive invariants
//	(d) *Cover        proofs that together are about all executions and all obligations
//	(e) *Enumerated   every input of a box was run
//	    *Cycle        a closed program that never ends repeats a state
//	(f) *Unwinding    no execution is longer than the unwinding
//	    *Unreached    no error location is reachable in the automaton
//	(g) *Shapes       symbolic heaps at locations, for lists
type Evidence interface{ isEvidence() }

// Inductive is evidence (a): an invariant per location. A location that is not listed has the invariant true or, if a
// single edge leads there, the strongest one that follows from the location before. Several invariants of one location
// are a conjunction. A location with the invariant false is unreachable; the error locations of all asked obligations
// must have this invariant.
//
// Contracts are the invariants at a function's entry and exit; they hold for every activation. Callers have to show the
// invariant at the entry, about parameters, which are the arguments, and globals. After the call, callers may assume
// the invariant at the exit, as far as it is about
//
//	globals, static objects   as the call leaves them
//	Results[f]                the returned value
//	parameters                that no statement of f assigns: as they never change, they are the
//	                          arguments, evaluated before the call
//	Entered[f]                parameters and global registers at the entry: the arguments, and the
//	                          globals before the call
//
// An assigned parameter, or a local of f, has its last value at the exit. The invariant may be about it, but to callers
// it has any value.
//
//	int f(int n) { n--; k++; return n; }    exit: result == n.in - 1 && k == k.in + 1
//	                                        Entered[f]: n -> n.in, k -> k.in
//	x = f(x)                                after it, x == x' - 1 && k == k' + 1 of x', k' before
type Inductive struct {
	Invariants []Invariant
	Results    map[*ir.Func]*ir.Var // pseudo register for f's returned value at f.Exit; belongs to no function
	// Entered names the values that parameters of f and global registers had when the running activation of f was entered,
	// after its arguments were passed. Each name is a pseudo register that belongs to no function and has no other
	// meaning. All invariants of f may use it; nothing assigns it.
	Entered map[*ir.Func]map[*ir.Var]*ir.Var
	// Made names the object that an Alloc, or an Input of a pointer, made last: a pseudo object of the edge's function
	// that has no other name.
	Made map[*ir.Edge]*ir.Object
	// Frees has, for each function, the objects that a call of it may free: objects of Made, and objects of the heap. A
	// function that is not listed may free any object. Frees is part of the claim, like the invariants.
	Frees map[*ir.Func][]*ir.Object
}

// Passed is an inductive invariant about the checks and conditions that an execution has passed. It has conjuncts at
// cuts, which are the locations where paths meet, and at entries of functions, but none at exits. Each call has to show
// the conjuncts at the callee's entry. The conjuncts are
//
//	readable(p + 4, 8), writable(...)    8 bytes from p + 4 on lie in one live object; if the number of bytes is not
//	                                     constant: a check had this condition, and it held
//	x == y + 8, load(p + 4) == y         the values are equal
//	same(p, q), x < y, and negations     a condition on the path had this result
//	false                                no execution comes here
//
// in an order in which each conjunct uses only terms of the conjuncts before it.
type Passed struct {
	Invariants []Invariant
}

// Invariant claims that Expr (of type Bool; Load and Forall are allowed) holds whenever control is at Loc.
type Invariant struct {
	Loc  *ir.Loc
	Expr ir.Expr
}

// Annotated is evidence (b): a graph whose nodes are locations with a formula, one triple per path between formulas.
//
//	node 0        is at the program's entry; all initial states satisfy its formula
//	a formula     holds whenever an execution is at the node. nil means that the node lies inside of a block, where
//	              the nodes before it determine the states. Each cycle of the graph has a node with a formula;
//	              where a function begins or ends, nil means true.
//	Frame         is the node at the function's entry in which the activation began; an entry is its own Frame
//	an edge       leads over Edge to a node of the same frame. Each edge of the automaton that leaves a node's location
//	              has one, unless the formula excludes it; if there are several, the formulas of all targets hold.
//	coverage      (Edge nil) leads to a node of the same location and frame whose formula follows. A covered node needs
//	              no edges of its own.
//	a call        leads to a node at the entry of the callee, whose formula follows once the arguments are passed
//	a return      leads from a node at the exit of the callee to a node of Caller's frame after Edge, where Caller is a
//	              node that calls into the frame of the exit over Edge. The formula there follows from two formulas:
//	              Caller's, without the variables that the callee may change, and From's, as far as it is about the
//	              result and globals. Each node at an exit that is not covered has a return for each caller of its
//	              frame, unless their formulas exclude each other.
//	an open node  is a node at which an analysis was stopped: the graph makes no claim about executions after they
//	              reach it. The formula and the edges of the node are ignored. A graph with open nodes is a proof only
//	              for the executions that reach no open node: Left returns a condition with those that may reach one.
//
// Hence an execution has a node for each of its activations: for the running activation the node at its location, and
// for each of the others the node before its call. A frame may have many callers, and may be called from itself, which
// covers recursion.
//
// Formulas at exits, Results, Entered and Made have the same meaning as in Inductive.
type Annotated struct {
	Nodes   []AnnotatedNode
	Edges   []AnnotatedEdge
	Results map[*ir.Func]*ir.Var
	Entered map[*ir.Func]map[*ir.Var]*ir.Var
	Made    map[*ir.Edge]*ir.Object
	// Rough reports that the formulas do not have all that the engine knew. If one of them does not follow, it may be true
	// all the same; the checker then does not report an error of the engine.
	Rough bool
}

// AnnotatedNode is a node of Annotated.
type AnnotatedNode struct {
	Loc     *ir.Loc
	Formula ir.Expr // nil: inside of a block
	Frame   int     // the node where the activation began
	Open    bool    // the graph makes no claim about executions that come here
}

// AnnotatedEdge leads from node From to node To over Edge. It is coverage if Edge is nil.
type AnnotatedEdge struct {
	From, To int
	Edge     *ir.Edge
	Caller   int // for a return, the node before the call; otherwise -1
}

// KInductive is evidence (c): the conjunction of the invariants is K-inductive with respect to the loop heads in Cut.
// It holds in the first K visits of Cut; and after K visits in a row that satisfy it, the next visit satisfies it.
type KInductive struct {
	K          int
	Cut        []*ir.Loc
	Invariants []Invariant
	// Depth bounds the visits of the loop heads that are not in Cut, as in Unwinding: from any state at a location of Cut
	// that satisfies the invariants, each stay in the loop has at most Depth visits.
	Depth   map[*ir.Loc]int
	Support *Inductive // auxiliary invariants, themselves 1-inductive; may be nil
}

// Cover is evidence (d), the only evidence that is composed of other evidence: each execution that may violate an
// obligation is one of those that a leaf about the obligation speaks of, and each leaf has a proof.
type Cover struct {
	Leaves []Leaf
}

// Leaf is a proof of some obligations for some executions:
//
//	Scope         Here    the proof is about
//	the whole             the program of the task. A graph with open nodes is a proof for the executions that reach none
//	                      of them: the leaf speaks of these.
//	a region      true    the program of the task, for executions whose inputs lie in the region. The region's registers
//	                      denote inputs, whether they were read already or not. Engines that represent inputs as symbols
//	                      make such proofs, with the region as an assumption.
//	a range       true    the program of the task, for executions whose path lies in the range (Task.Within)
//	any           false   the program that has only the executions of the scope. Task.Part returns this program, the same
//	                      for the engine and the checker.
type Leaf struct {
	Scope Scope
	Here  bool
	Of    []*ir.Obligation // the obligations of the task that the proof is about; nil: all
	Proof Evidence
}

// Each returns a proof of the obligations, each by its evidence. This is a cover that has a leaf for each evidence,
// unless all obligations have the same.
func Each(obls []*ir.Obligation, by func(*ir.Obligation) Evidence) Evidence {
	c := &Cover{}
	at := map[Evidence]int{}
	for _, o := range obls {
		e := by(o)
		i, known := at[e]
		if !known {
			i = len(c.Leaves)
			at[e], c.Leaves = i, append(c.Leaves, Leaf{Proof: e})
		}
		c.Leaves[i].Of = append(c.Leaves[i].Of, o)
	}
	if len(c.Leaves) == 1 {
		return c.Leaves[0].Proof
	}
	return c
}

// Enumerated is evidence (e): the program was run on every input of a box. A program without inputs has the box without
// dimensions.
type Enumerated struct {
	Box  []Range // one per entry input site that is read, sorted by Site
	Runs uint64  // the product of the sizes of the ranges: each point was one run
	Fuel uint64  // the maximum of fuel that a run used; the checker grants each run as much
}

// Cycle is the proof of a closed program that never ends. The states at the N-th and at the M-th visit of Head (counted
// from 0, N < M) are equal in all that the rest of the run depends on, and no violation occurred before.
type Cycle struct {
	Head *ir.Loc
	N, M uint64
}

// Unwinding is evidence (f): no execution visits a location more than Depth[loc] times, and no execution within these
// bounds violates an obligation. For a loop head it suffices that each stay in the loop has at most Depth visits.
type Unwinding struct {
	Depth map[*ir.Loc]int // loop heads, and function entries if recursive
	// Search is a hint to the checker: a SAT solver on bit-vectors decided the unwinding.
	Search bool
	// Apart is a hint, too: only states with the same constants were joined.
	Apart bool
	// Paths is a hint, too: the paths of executions; nil: the engine did not record them.
	Paths *PathTree
}

// PathTree has the paths of executions: at each location with several edges, the edges that executions take.
type PathTree struct {
	Next   map[*ir.Edge]*PathTree
	Leaves int // number of paths; 0: unknown
	// Region lists the location with several edges, then others, each after those from which edges lead to it. If it is
	// not empty, Next has the edges that leave these locations for others, and paths with the same subtree are joined.
	Region []*ir.Loc
}

// Unreached is the evidence that the automaton has no path from the entry to an error location of the obligation.
type Unreached struct{}

func (*Inductive) isEvidence()  {}
func (*Passed) isEvidence()     {}
func (*Annotated) isEvidence()  {}
func (*KInductive) isEvidence() {}
func (*Cover) isEvidence()      {}
func (*Enumerated) isEvidence() {}
func (*Cycle) isEvidence()      {}
func (*Unwinding) isEvidence()  {}
func (*Unreached) isEvidence()  {}
func (*Shapes) isEvidence()     {}
