package synergy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/near"
)

// Config says how the algorithm goes.
type Config struct {
	Split      Split
	Exchange   bool // with the board
	Generalise bool // what may hold at places is looked for where Pre does not end
	Scope      Scope
	Initial    Initial
	Relevance  bool // conjuncts of a refinement that no state needs are dropped
	Random     int  // tests on random inputs before the first refinement
	Jobs       int  // goroutines

	stabilise bool // Lee-Yannakakis (leeyannakakis.go)
}

// Split is where regions are.
type Split uint8

// Block has regions where control parts and meets, Edge at each location.
const (
	Block Split = iota
	Edges
)

// Scope is where a condition splits regions.
type Scope uint8

// OneRegion: in front of the frontier; Function: at all places where its registers live.
const (
	OneRegion Scope = iota
	Function
)

// Initial is what regions an analysis begins with.
type Initial uint8

// None: one a location; Conditions: parted by the conditions that are tested there; Board: by predicates of others.
const (
	None Initial = iota
	Conditions
	Board
)

// someTests are enough for states on both sides of most branches.
const someTests = 24

// Default is what was measured to be best.
func Default() Config {
	return Config{Exchange: true, Generalise: true, Relevance: true, Random: someTests, Jobs: 1}
}

// option reads one value.
type option struct {
	key    string
	values []string
	set    func(c *Config, i int)
}

var options = []option{
	{"exchange", []string{"off", "on"}, func(c *Config, i int) { c.Exchange = i == 1 }},
	{"generalise", []string{"off", "on"}, func(c *Config, i int) { c.Generalise = i == 1 }},
	{"initial", []string{"none", "conditions", "board"}, func(c *Config, i int) { c.Initial = Initial(i) }},
	{"jobs", []string{"1", "2", "3", "4", "5", "6", "7", "8"}, func(c *Config, i int) { c.Jobs = i + 1 }},
	{"random", []string{"off", "on"}, func(c *Config, i int) { c.Random = i * someTests }},
	{"relevance", []string{"off", "on"}, func(c *Config, i int) { c.Relevance = i == 1 }},
	{"scope", []string{"region", "function"}, func(c *Config, i int) { c.Scope = Scope(i) }},
	{"split", []string{"block", "edge"}, func(c *Config, i int) { c.Split = Split(i) }},
}

// Parse reads options over the default: split=block|edge, scope=region|function, initial=none|conditions|board, jobs=1
// to 8, exchange, generalise, random, relevance=on|off; separated by commas, in upper or lower case.
func Parse(text string) (Config, error) {
	c, given := Default(), map[string]bool{}
	for _, o := range strings.Split(text, ",") {
		key, value, _ := strings.Cut(strings.ToLower(strings.TrimSpace(o)), "=")
		err := set(&c, key, value)
		if given[key] {
			err = fmt.Errorf("it is given twice")
		}
		if err != nil {
			return c, fmt.Errorf("option %q of engine %s: %w", o, Name, err)
		}
		given[key] = true
	}
	return c, nil
}

func set(c *Config, key, value string) error {
	var keys []string
	for _, o := range options {
		if keys = append(keys, o.key); o.key != key {
			continue
		}
		i := slices.Index(o.values, value)
		if i < 0 {
			return fmt.Errorf("no %s %q%s (there are: %s)", key, value, near.Mean(value, o.values), strings.Join(o.values, ", "))
		}
		o.set(c, i)
		return nil
	}
	return fmt.Errorf("no such option%s (there are: %s; docs/synergy.md)", near.Mean(key, keys), strings.Join(keys, ", "))
}
