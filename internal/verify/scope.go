package verify

import "github.com/tandem-verifier/tandem/internal/restrict"

// Aliases of the scopes that package restrict defines, for packages that use them with the other types of this package.
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
