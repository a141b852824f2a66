package options_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/engine/options"
)

// config holds the options of the test.
type config struct {
	order uint8
	quiet bool
	bound int
}

// read parses text as options of "engine x".
func read(text string) (c config, given map[string]bool, err error) {
	given, err = options.Read(options.Owner{Name: "engine x", Doc: "docs/x.md"}, text,
		options.Choice("order", &c.order, "first", "last"), options.Switch("quiet", &c.quiet),
		options.Number("bound", &c.bound, 1, 9))
	return c, given, err
}

// TestRead checks that Read sets the options and returns the names of the given ones.
func TestRead(t *testing.T) {
	c, given, err := read("Order=LAST, quiet=on,bound=9")
	if want := (config{1, true, 9}); err != nil || c != want {
		t.Errorf("%+v %v, want %+v", c, err, want)
	}
	if got := slices.Sorted(maps.Keys(given)); !slices.Equal(got, []string{"bound", "order", "quiet"}) {
		t.Errorf("given: %v", got)
	}
}

// TestErrors checks that an error names the option and lists the possible names or values.
func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                           `option "" of engine x: no such option (there are: bound, order, quiet; docs/x.md)`,
		"quiet=on,oder=1":            `option "oder=1" of engine x: no such option; did you mean order? (there are: bound,`,
		"order=lst":                  `no order "lst"; did you mean last? (there are: first, last)`,
		"quiet":                      `no quiet "" (there are: off, on)`,
		"bound=0":                    `"0" is not a number from 1 to 9`,
		"bound=":                     `"" is not a number from 1 to 9`,
		"quiet=on,quiet=on":          `option "quiet=on" of engine x: it is given twice`,
		"bound=18446744073709551617": `is not a number from 1 to 9`,
	} {
		if _, _, err := read(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
