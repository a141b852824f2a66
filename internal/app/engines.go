package app

import (
	"fmt"
	"regexp"
	"strings"

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
	"github.com/tandem-verifier/tandem/internal/engine/synergy"
	"github.com/tandem-verifier/tandem/internal/engine/traceabs"
	"github.com/tandem-verifier/tandem/internal/engine/windows"
	"github.com/tandem-verifier/tandem/internal/near"
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
		windows.Engine(),
		iat.New(iat.Default()),
		horn.Engine(),
		guess.Engine(),
		bmc.UnwindEngine(),
		bmc.Engine(),
		bmc.KindEngine(),
		concolic.New(concolic.Default()),
		cpa.New(cpa.Default()),
		cpa.Slam(),
		traceabs.New(traceabs.Default()),
		synergy.New(synergy.Default()),
		synergy.LeeYannakakis(),
	}
}

// Strategy says which engines work on a task, in which order and how long.
type Strategy = coop.Strategy

// Strategies lists the strategies that have a name; the first is the default.
func Strategies() []Strategy {
	var all []Strategy
	for _, named := range []func([]verify.Engine) (Strategy, error){coop.Default, coop.Functions} {
		s, err := named(Engines())
		if err != nil {
			panic(err) // a test runs it
		}
		all = append(all, s)
	}
	return all
}

// oneWord matches what may have been meant as the name of a strategy.
var oneWord = regexp.MustCompile(`^[\w-]+$`)

// ReadStrategy is the strategy of a name, or what the text says (docs/strategies.md); "" is the default.
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
