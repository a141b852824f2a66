package traceabs

import (
	"fmt"

	"github.com/tandem-verifier/tandem/internal/absint/domains"
	"github.com/tandem-verifier/tandem/internal/automata"
	"github.com/tandem-verifier/tandem/internal/engine/options"
)

// Config holds the options: how words are generalised.
type Config struct {
	Domain   string // domain of path programs, by its name in package absint/domains; "" for none (Default in the paper)
	Enhanced bool   // data automata of fixpoints have all triples that the domain shows (Enh.)
	All      bool   // if the domain does not exclude the error of a path program, try stronger ones
	Wide     bool   // if the domain excludes the error, try more letters than those of the trace
	Spacer   bool   // if no domain excludes the error, try a solver of Horn clauses
	AI       AI
	Order    automata.Order // order of the search for a trace
	Parallel bool           // letters join paths between two locations without a cycle (floydhoare.BlockOptions)
}

// AI selects when path programs are analysed.
type AI uint8

// With First, path programs are analysed before interpolants are computed, as in the paper. With Last, they are
// analysed only if no interpolants are found, or if these lead to the same path program again. With Alone, no solver is
// used at all.
const (
	First AI = iota
	Last
	Alone
)

// setting is a domain with a name that users may give.
type setting struct{ name, domain string }

// settings returns the settings of the paper, two more in its style, and each domain of package domains by its own
// name.
func settings() []setting {
	all := []setting{{"default", ""}, {"int", "interval"}, {"oct", "octagon"}, {"oct+con", "octagon+congruence"},
		{"poly", "polyhedra+congruence"}}
	for _, name := range domains.Names() {
		all = append(all, setting{name, name})
	}
	return all
}

// Default returns OCT+CON, not enhanced, the best setting of the paper, with all additions beyond the paper.
func Default() Config {
	return Config{Domain: "octagon+congruence", All: true, Wide: true, Spacer: true}
}

// Parse reads options over the default: setting=NAME, domains=one|all, wide=on|off, spacer=on|off, enh=on|off,
// ai=first|last|alone, order=shortest|depth, blocks=sequences|parallel; separated by commas, in upper or lower case. A
// setting selects its domain alone, for the path programs of traces only, unless other options demand more.
func Parse(text string) (Config, error) {
	c := Default()
	var names []string
	all := settings()
	for _, s := range all {
		names = append(names, s.name)
	}
	given, err := options.Read(options.Owner{Name: "engine " + Name, Doc: "docs/traceabs.md"}, text,
		options.Words("setting", names, func(i int) { c.Domain = all[i].domain }),
		options.Switch("enh", &c.Enhanced),
		options.Words("domains", []string{"one", "all"}, func(i int) { c.All = i == 1 }),
		options.Switch("wide", &c.Wide),
		options.Switch("spacer", &c.Spacer),
		options.Choice("ai", &c.AI, "first", "last", "alone"),
		options.Choice("order", &c.Order, "shortest", "depth"),
		options.Words("blocks", []string{"sequences", "parallel"}, func(i int) { c.Parallel = i == 1 }))
	if err != nil {
		return c, err
	}
	if given["setting"] {
		c.All, c.Wide = c.All && given["domains"], c.Wide && given["wide"]
	}
	if c.Domain == "" && (c.AI != First || c.Enhanced || c.All || c.Wide) {
		return c, fmt.Errorf("options %q of engine %s: setting=default has no abstract interpretation, so that none of "+
			"ai, domains, enh, wide is any use", text, Name)
	}
	return c, nil
}
