package domains

import (
	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Meanings holds the meanings of one program in several domains. Each is made when it is asked for first, and serves
// all later analyses.
type Meanings struct {
	program *absint.Program
	config  func() absint.Config
	made    map[string]*absint.Meaning // by the name of the domain
}

// NewMeanings holds meanings of a program. config returns the configuration of a meaning that is made; nil: the zero
// value.
func NewMeanings(p *ir.Program, points *flow.Memo, config func() absint.Config) *Meanings {
	prepared := absint.Prepare(p)
	prepared.Points = points
	if config == nil {
		config = func() absint.Config { return absint.Config{} }
	}
	return &Meanings{program: prepared, config: config, made: map[string]*absint.Meaning{}}
}

// In returns the meaning of the program in a domain, the same one each time.
func (m *Meanings) In(d absint.Domain) *absint.Meaning {
	if m.made[d.Name] == nil {
		m.made[d.Name] = m.New(d)
	}
	return m.made[d.Name]
}

// New returns a meaning of the program in a domain that no other analysis shares.
func (m *Meanings) New(d absint.Domain) *absint.Meaning { return d.Meaning(m.program, m.config()) }
