package exec

import (
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
)

func TestJITMachine(t *testing.T) {
	for _, opt := range []JITOptions{{}, {Dispatch: true}} {
		name := "structured"
		if opt.Dispatch {
			name = "dispatch"
		}
		t.Run(name, func(t *testing.T) {
			jit := func(p *ir.Program, cfg Config) (Machine, error) { return CompileJIT(p, cfg, opt) }
			testMachine(t, machineCases, jit)
			testMachine(t, exactCases, jit)
		})
	}
}
