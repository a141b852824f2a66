package verify

import "github.com/tandem-verifier/tandem/internal/ir"

// Status is what is known of one obligation.
type Status string

// Statuses of DESIGN 3.
const (
	Proved     Status = "proved"
	Violated   Status = "violated"
	Open       Status = "unknown"
	NotReached Status = "not reached" // no error location of it is reachable in the automaton
)

// Result is what an engine returns: exactly one of *Safe, *Unsafe, *Unknown.
type Result interface{ isResult() }

// Safe claims that the obligations (all of the task if nil) hold.
type Safe struct {
	Obligations []*ir.Obligation
	Proof       Evidence
	Assuming    []string // memory accesses taken as valid, functions without a body
}

// Unsafe claims that the test reaches the obligation.
type Unsafe struct {
	Obligation *ir.Obligation
	Test       *Test
}

// Unknown gives up.
type Unknown struct {
	Reason string
	Left   *Condition // what is left to do; nil: everything
}

func (*Safe) isResult()    {}
func (*Unsafe) isResult()  {}
func (*Unknown) isResult() {}

// Evidence is a proof that package check re-checks: a closed sum.
type Evidence interface{ isEvidence() }

// Inductive is evidence (a): an invariant per location; what is not listed is
// true, except that Unreachable locations claim false. Function contracts are the
// invariants at entry (over parameters and globals) and exit (over globals and Result).
type Inductive struct {
	Invariants []Invariant
	// Results[f] bounds the returned value by an expression over the pseudo register Result(f).
}

// Enumerated is evidence (e): the program was run on every input of a box.
// A closed program is the box without dimensions.
type Enumerated struct {
	Box  []Range // one per entry input site read, empty for a closed program
	Runs uint64
}

// Range is one dimension of an enumerated box: the values Lo..Hi (canonical,
// in the order of the type's sign) of the only read of the site.
type Range struct {
	Site   int    `json:"site"`
	Lo, Hi uint64 `json:"-"`
}

// Unreached is evidence without any work: no error location of the obligation is
// reachable from the entry in the automaton.
type Unreached struct{}

// Parts is evidence (d) and any conjunction of proofs per obligation.
type Parts struct {
	Of map[int]Evidence // by obligation ID
}

// Cycle is the proof of a closed program that never ends: the state at the
// N-th visit of the loop head equals that at the M-th.
type Cycle struct {
	Head *ir.Loc
	N, M uint64
}

func (*Inductive) isEvidence()  {}
func (*Enumerated) isEvidence() {}
func (*Unreached) isEvidence()  {}
func (*Parts) isEvidence()      {}
func (*Cycle) isEvidence()      {}

// Invariant says that Expr (Bool, Loads and Forall allowed) holds whenever
// control is at Loc. At a function's entry it speaks of parameters and globals,
// at its exit of globals and the pseudo register ResultVar.
type Invariant struct {
	Loc  *ir.Loc
	Expr ir.Expr
}

// Condition says which executions are still to be checked.
type Condition struct {
	Obligations []*ir.Obligation // still open; nil: all
	Note        string
}

// Test is an input that reaches something.
type Test struct {
	Records []ir.Record
	Note    string
}

// Verdict is what leaves the house.
type Verdict string

// The verdicts.
const (
	True        Verdict = "true"
	False       Verdict = "false"
	UnknownVerd Verdict = "unknown"
)
