package cfront

import (
	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/link"
)

// The types of package link that callers of Load need.
type (
	Config    = link.Config
	ParamSize = link.ParamSize
	Range     = link.Range
	Units     = link.Units
	Function  = link.Function
	Error     = csrc.Error
	ErrorList = csrc.ErrorList
)

// Values of Config.Null.
const (
	NullInside = link.NullInside
	NullNone   = link.NullNone
)

// DefaultArraySize is the number of bytes of an object that a pointer input points to, unless Config has another size.
const DefaultArraySize = link.DefaultArraySize

// NewUnits returns Units without a file.
func NewUnits() *Units { return link.NewUnits() }

// Functions returns the functions that the files define, in the order of the files.
func Functions(cfg Config) ([]Function, error) { return link.Functions(cfg) }

// Defines returns the names with external linkage that the files define, sorted, except definitions that another one
// may replace.
func Defines(cfg Config) ([]string, error) { return link.Defines(cfg) }
