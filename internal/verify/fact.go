package verify

import "github.com/tandem-verifier/tandem/internal/ir"

// FactID names a fact on one board; IDs grow in the order of publication.
type FactID int

// FactKind is the kind of a payload.
type FactKind string

// The kinds of facts.
const (
	KindInvariant FactKind = "invariant" // *Invariants
	KindCandidate FactKind = "candidate" // *Candidates
	KindTest      FactKind = "test"      // *TestFact
	KindRegion    FactKind = "region"    // *OpenRegion
	KindPredicate FactKind = "predicate" // *Predicates
	KindProved    FactKind = "proved"    // *Holds
)

// FactStatus is the degree to which a fact can be trusted.
type FactStatus string

// The statuses of facts; the comment of the package explains them.
const (
	Candidate FactStatus = "candidate"
	Claimed   FactStatus = "claimed"
	Checked   FactStatus = "checked"
	Refuted   FactStatus = "refuted"
)

// Payload is the content of a fact. The types of this file are its only implementations.
type Payload interface{ Kind() FactKind }

// Invariants hold at their locations in every execution of the scope. Together they are inductive, relative to the
// facts that the fact depends on.
type Invariants struct {
	Inductive
}

// Candidates are guesses for invariants.
type Candidates struct {
	Invariants []Invariant
}

// TestFact is a test and how its run ended.
type TestFact struct {
	Test       *Test
	Ending     Ending
	Obligation *ir.Obligation // the violated obligation if Ending is EndViolated
	Path       Path           // branch decisions of the run, possibly only the first ones; may be empty
}

// OpenRegion claims that the obligations hold in the executions of the scope outside of the region. Inside, they may
// fail.
type OpenRegion struct {
	Region      *Region
	Obligations []*ir.Obligation // nil: all
}

// Predicates are predicates that may be worth tracking. They claim nothing.
type Predicates struct {
	Precision Precision
}

// Holds claims that the obligations hold in the executions of the fact's scope, such as those up to a depth, in a
// region, on a range of paths, or in the executions of a condition.
type Holds struct {
	Obligations []*ir.Obligation // nil: all
}

// Kind returns the kind of a payload.
func (*Invariants) Kind() FactKind { return KindInvariant }
func (*Candidates) Kind() FactKind { return KindCandidate }
func (*TestFact) Kind() FactKind   { return KindTest }
func (*OpenRegion) Kind() FactKind { return KindRegion }
func (*Predicates) Kind() FactKind { return KindPredicate }
func (*Holds) Kind() FactKind      { return KindProved }

// Fact is an entry of a board. All fields but Status and Why are immutable once it is published.
type Fact struct {
	ID       FactID
	Payload  Payload
	Scope    Scope        // the executions of the board's task for which it holds; zero: all
	Assuming []Assumption // the board adds the assumptions of Deps
	Producer string       // engine
	Deps     []FactID     // facts that it was derived from
	Status   FactStatus
	Why      string // the check that confirmed it, or why it was refuted
}
