package app

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/tandem-verifier/tandem/internal/absint/domains"
	"github.com/tandem-verifier/tandem/internal/coop"
	"github.com/tandem-verifier/tandem/internal/engine/bmc"
	"github.com/tandem-verifier/tandem/internal/engine/concolic"
	"github.com/tandem-verifier/tandem/internal/engine/cpa"
	"github.com/tandem-verifier/tandem/internal/engine/execution"
	"github.com/tandem-verifier/tandem/internal/engine/guess"
	"github.com/tandem-verifier/tandem/internal/engine/horn"
	"github.com/tandem-verifier/tandem/internal/engine/iat"
	"github.com/tandem-verifier/tandem/internal/engine/intervals"
	"github.com/tandem-verifier/tandem/internal/engine/random"
	"github.com/tandem-verifier/tandem/internal/engine/shapes"
	"github.com/tandem-verifier/tandem/internal/engine/synergy"
	"github.com/tandem-verifier/tandem/internal/engine/traceabs"
	"github.com/tandem-verifier/tandem/internal/engine/windows"
	"github.com/tandem-verifier/tandem/internal/near"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Domains returns the names of the numeric domains, which are options of some engines.
func Domains() []string { return domains.Names() }

// Engine describes a verifier; Open begins its work on a task.
type Engine = verify.Engine

// Engines returns all engines. A new engine is a folder under internal/engine and a line here.
func Engines() []Engine {
	return []Engine{
		execution.New(execution.Default()),
		random.New(random.Default()),
		intervals.Engine(),
		windows.Engine(),
		shapes.Engine(),
		iat.New(iat.Default()),
		horn.Engine(),
		guess.Engine(),
		bmc.UnwindEngine(),
		bmc.Engine(),
		bmc.KindEngine(),
		bmc.NestEngine(),
		concolic.New(concolic.Default()),
		cpa.New(cpa.Default()),
		cpa.Slam(),
		traceabs.New(traceabs.Default()),
		synergy.New(synergy.Default()),
		synergy.LeeYannakakis(),
	}
}

// Strategy determines the engines that work on a task, their order and their time.
type Strategy = coop.Strategy

// Strategies returns the strategies that have a name; the first is the default.
func Strategies() []Strategy {
	var all []Strategy
	for _, named := range []func([]verify.Engine) (Strategy, error){coop.Default, coop.Functions, coop.Portfolio} {
		s, err := named(Engines())
		if err != nil {
			panic(err) // a test calls this function
		}
		all = append(all, s)
	}
	return all
}

// oneWord matches a text that the user may have meant as the name of a strategy.
var oneWord = regexp.MustCompile(`^[\w-]+$`)

// ReadStrategy returns the strategy of a name, or of a text in the syntax of docs/strategies.md; "" is the default.
func ReadStrategy(text string) (Strategy, error) {
	all := Strategies()
	if text == "" {
		return all[0], nil
	}
	names := make([]string, len(all))
	for i, s := range all {
		if s.Name == text {
			return s, nil
		}
		names[i] = s.Name
	}
	s, err := coop.Parse(text, Engines())
	if err != nil && oneWord.MatchString(text) && !strings.Contains(err.Error(), "did you mean") {
		return s, fmt.Errorf("no strategy %q (there are: %s; or its text, docs/strategies.md)%s: %w", text,
			strings.Join(names, ", "), near.Mean(text, names), err)
	}
	return s, err
}
