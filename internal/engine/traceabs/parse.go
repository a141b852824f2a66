package traceabs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/automata"
	"github.com/tandem-verifier/tandem/internal/near"
)

// Config says how words are generalised.
type Config struct {
	Domain   string // of package absint/domains, for path programs; "": none, Default in the paper
	Enhanced bool   // data automata of fixpoints have all triples that the domain shows (Enh.)
	All      bool   // where the domain does not exclude the error of a path program, stronger ones are asked
	Wide     bool   // where one does, more letters than those of the trace are tried
	Spacer   bool   // path programs that no domain excludes are asked of a solver of Horn clauses
	AI       AI
	Order    automata.Order // of the search for a trace
	Parallel bool           // letters join ways between two places, as far as they have no cycle (floydhoare.BlockOptions)
}

// AI is when path programs are analysed.
type AI uint8

// First is the paper's; Last does so where interpolants are not found, or lead to the same path program again; Alone
// asks no solver at all.
const (
	First AI = iota
	Last
	Alone
)

// settings are the domains by the names of the paper, and one more.
var settings = []struct{ name, domain string }{
	{"default", ""},
	{"int", "interval"},
	{"oct", "octagon"},
	{"oct+con", "octagon+congruence"},
	{"poly", "polyhedra+congruence"},
}

// Default is OCT+CON, not enhanced: the best of the paper's, and all that is beyond it.
func Default() Config {
	return Config{Domain: "octagon+congruence", All: true, Wide: true, Spacer: true}
}

// Parse reads options over the default: setting=NAME, domains=one|all, wide=on|off, spacer=on|off, enh=on|off,
// ai=first|last|alone, order=shortest|depth, blocks=sequences|parallel; separated by commas, in upper or lower case.
// With a setting the domain is that one, of the traces' path programs, unless options say otherwise.
func Parse(options string) (Config, error) {
	c, given := Default(), map[string]bool{}
	for _, o := range strings.Split(options, ",") {
		key, value, _ := strings.Cut(strings.ToLower(strings.TrimSpace(o)), "=")
		var err error
		switch {
		case given[key]:
			err = fmt.Errorf("it is given twice")
		case key == "setting":
			var names []string
			for _, s := range settings {
				names = append(names, s.name)
			}
			var i int
			if i, err = choice(key, value, names); err == nil {
				c.Domain = settings[i].domain
			}
		case key == "enh":
			var i int
			i, err = choice(key, value, []string{"off", "on"})
			c.Enhanced = i == 1
		case key == "domains":
			var i int
			i, err = choice(key, value, []string{"one", "all"})
			c.All = i == 1
		case key == "wide":
			var i int
			i, err = choice(key, value, []string{"off", "on"})
			c.Wide = i == 1
		case key == "spacer":
			var i int
			i, err = choice(key, value, []string{"off", "on"})
			c.Spacer = i == 1
		case key == "ai":
			var i int
			i, err = choice(key, value, []string{"first", "last", "alone"})
			c.AI = AI(max(i, 0))
		case key == "order":
			var i int
			i, err = choice(key, value, []string{"shortest", "depth"})
			c.Order = automata.Order(max(i, 0))
		case key == "blocks":
			var i int
			i, err = choice(key, value, []string{"sequences", "parallel"})
			c.Parallel = i == 1
		default:
			keys := []string{"ai", "blocks", "domains", "enh", "order", "setting", "spacer", "wide"}
			err = fmt.Errorf("no such option%s (there are: %s; docs/traceabs.md)", near.Mean(key, keys),
				strings.Join(keys, ", "))
		}
		if err != nil {
			return c, fmt.Errorf("option %q of engine %s: %w", o, Name, err)
		}
		given[key] = true
	}
	if given["setting"] {
		c.All, c.Wide = c.All && given["domains"], c.Wide && given["wide"]
	}
	if c.Domain == "" && (c.AI != First || c.Enhanced || c.All || c.Wide) {
		return c, fmt.Errorf("options %q of engine %s: setting=default has no abstract interpretation, so that none of "+
			"ai, domains, enh, wide is any use", options, Name)
	}
	return c, nil
}

// choice is the place of a word among those that there are.
func choice(key, value string, names []string) (int, error) {
	i := slices.Index(names, value)
	if i < 0 {
		return i, fmt.Errorf("no %s %q%s (there are: %s)", key, value, near.Mean(value, names), strings.Join(names, ", "))
	}
	return i, nil
}
