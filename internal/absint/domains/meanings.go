package domains

import (
	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Meanings caches the meanings (absint.Meaning) of one program in several domains. It makes a meaning when a caller
// first needs it; later analyses in the same domain share it.
type Meanings struct {
	program *absint.Program
	config  func() absint.Config
	made    map[string]*absint.Meaning // by the name of the domain
}

// NewMeanings returns an empty cache for the meanings of p. It calls config for the configuration of each meaning that
// it makes; if config is nil, meanings have the zero configuration.
func NewMeanings(p *ir.Program, points *flow.Memo, config func() absint.Config) *Meanings {
	prepared := absint.Prepare(p)
	prepared.Points = points
	if config == nil {
		config = func() absint.Config { return absint.Config{} }
	}
	return &Meanings{program: prepared, config: config, made: map[string]*absint.Meaning{}}
}

// In returns the shared meaning of the program in d. All calls with the same domain return the same meaning.
func (m *Meanings) In(d absint.Domain) *absint.Meaning {
	if m.made[d.Name] == nil {
		m.made[d.Name] = m.New(d)
	}
	return m.made[d.Name]
}

// New makes a meaning of the program in d that no other caller shares.
func (m *Meanings) New(d absint.Domain) *absint.Meaning { return d.Meaning(m.program, m.config()) }
