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

// FactStatus tells how far a fact can be trusted.
type FactStatus string

// The statuses, see the package doc.
const (
	Candidate FactStatus = "candidate"
	Claimed   FactStatus = "claimed"
	Checked   FactStatus = "checked"
	Refuted   FactStatus = "refuted"
)

// Payload is the content of a fact: a closed sum.
type Payload interface{ Kind() FactKind }

// Invariants hold at their locations in every execution of the scope. Together
// they are inductive, relative to the facts that this one depends on.
type Invariants struct {
	Inductive
}

// Candidates may be invariants, or not.
type Candidates struct {
	Invariants []Invariant
}

// TestFact is a test and how its run ended.
type TestFact struct {
	Test       *Test
	Ending     Ending
	Obligation *ir.Obligation // EndViolated
	Path       Path           // branch decisions, possibly only the first; may be empty
}

// OpenRegion claims that the obligations may still fail within the region, and (once checked) that they hold in the
// scope outside of it.
type OpenRegion struct {
	Region      *Region
	Obligations []*ir.Obligation // nil: all
}

// Predicates may be worth tracking. They claim nothing.
type Predicates struct {
	Precision Precision
}

// Holds claims that the obligations hold in the executions of the fact's scope: up to a depth, in a region, on a range
// of paths, in the executions of a condition.
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

// Fact is an entry of a board. All but Status and Why is immutable once published.
type Fact struct {
	ID       FactID
	Payload  Payload
	Scope    Scope        // which executions of the board's task; zero: all
	Assuming []Assumption // own ones; the board adds those of Deps
	Producer string       // engine
	Deps     []FactID     // facts that it was derived from
	Status   FactStatus
	Why      string // by which check it was confirmed or refuted
}
