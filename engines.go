package tandem

import (
	"fmt"
	"strings"

	"github.com/tandem-verifier/tandem/internal/coop"
	"github.com/tandem-verifier/tandem/internal/engine/bmc"
	"github.com/tandem-verifier/tandem/internal/engine/concolic"
	"github.com/tandem-verifier/tandem/internal/engine/execution"
	"github.com/tandem-verifier/tandem/internal/engine/guess"
	"github.com/tandem-verifier/tandem/internal/engine/horn"
	"github.com/tandem-verifier/tandem/internal/engine/iat"
	"github.com/tandem-verifier/tandem/internal/engine/intervals"
	"github.com/tandem-verifier/tandem/internal/engine/random"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Engine is a verifier as a value: name, one-line doc, paper, and Open, which begins its work on a task.
type Engine = verify.Engine

// Engines lists the engines. A new one is a folder under internal/engine and a
// line here.
func Engines() []Engine {
	return []Engine{
		execution.New(execution.Default()),
		random.New(random.Default()),
		intervals.Engine(),
		iat.New(iat.Default()),
		horn.Engine(),
		guess.Engine(),
		bmc.WholeEngine(),
		bmc.Engine(),
		bmc.KindEngine(),
		concolic.New(concolic.Default()),
	}
}

// configured replaces the engine that name asks for by one with the options that follow its
// name, "iat:domain=octagon,bet=off"; name loses them.
func configured(engines []Engine, name *string) ([]Engine, error) {
	base, options, found := strings.Cut(*name, ":")
	if !found {
		return engines, nil
	}
	*name = base
	for i, e := range engines {
		if e.Name != base {
			continue
		}
		if base != iat.Name {
			return nil, fmt.Errorf("engine %s has no options", base)
		}
		cfg, err := iat.Parse(options)
		if err != nil {
			return nil, err
		}
		engines[i] = iat.New(cfg)
	}
	return engines, nil
}

// Strategy says which engines work on a task, in which order and how long.
type Strategy = coop.Strategy

// Strategies lists the strategies that have a name; the first is the default.
func Strategies() []Strategy {
	return []Strategy{coop.Default()}
}

// StrategyByName finds a strategy; "" is the default.
func StrategyByName(name string) (Strategy, error) {
	all := Strategies()
	if name == "" {
		return all[0], nil
	}
	for _, s := range all {
		if s.Name == name {
			return s, nil
		}
	}
	names := make([]string, len(all))
	for i, s := range all {
		names[i] = s.Name
	}
	return Strategy{}, fmt.Errorf("no strategy %q (there are: %s)", name, strings.Join(names, ", "))
}
