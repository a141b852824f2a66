package verify

import "github.com/tandem-verifier/tandem/internal/restrict"

// The definition of scopes is in package restrict.
type (
	Scope          = restrict.Scope
	Range          = restrict.Range
	Region         = restrict.Region
	Path           = restrict.Path
	PathRange      = restrict.PathRange
	Condition      = restrict.Condition
	ConditionState = restrict.ConditionState
	ConditionStep  = restrict.ConditionStep
	Edges          = restrict.Edges
)
