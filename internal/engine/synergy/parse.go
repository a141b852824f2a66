package synergy

import "github.com/tandem-verifier/tandem/internal/engine/options"

// Config holds the options of the engine.
type Config struct {
	Split      Split
	Exchange   bool // read facts from the board and publish facts
	Generalise bool // search for invariants where refinement by Pre does not terminate
	Scope      Scope
	Initial    Initial
	Relevance  bool // drop the conjuncts of a refinement that are not needed to exclude states
	Random     int  // tests on random inputs before the first refinement
	Jobs       int  // goroutines

	stabilise bool // Lee-Yannakakis (leeyannakakis.go)
}

// Split selects the locations that have regions.
type Split uint8

// With Block, there are regions where control flow branches and meets; with Edges, at each location.
const (
	Block Split = iota
	Edges
)

// Scope selects the regions that a condition splits.
type Scope uint8

// With OneRegion, a condition splits the region in front of the frontier only; with Function, the regions at all
// locations where its registers live.
const (
	OneRegion Scope = iota
	Function
)

// Initial selects the partition with which an analysis begins.
type Initial uint8

// With None, each location has one region; with Conditions, it is split by the conditions of the branches at the
// location; with Board, by the predicates of other engines.
const (
	None Initial = iota
	Conditions
	Board
)

// someTests tests usually suffice for states on both sides of most branches.
const someTests = 24

// Default returns the configuration that was measured to be best.
func Default() Config {
	return Config{Exchange: true, Generalise: true, Relevance: true, Random: someTests, Jobs: 1}
}

// mostJobs is the largest number of goroutines that an option may ask for.
const mostJobs = 8

// Parse reads options over the default: split=block|edge, scope=region|function, initial=none|conditions|board, jobs=1
// to 8, exchange, generalise, random, relevance=on|off; separated by commas, in upper or lower case.
func Parse(text string) (Config, error) {
	c := Default()
	_, err := options.Read(options.Owner{Name: "engine " + Name, Doc: "docs/synergy.md"}, text,
		options.Switch("exchange", &c.Exchange),
		options.Switch("generalise", &c.Generalise),
		options.Choice("initial", &c.Initial, "none", "conditions", "board"),
		options.Number("jobs", &c.Jobs, 1, mostJobs),
		options.Words("random", []string{"off", "on"}, func(i int) { c.Random = i * someTests }),
		options.Switch("relevance", &c.Relevance),
		options.Choice("scope", &c.Scope, "region", "function"),
		options.Choice("split", &c.Split, "block", "edge"))
	return c, err
}
