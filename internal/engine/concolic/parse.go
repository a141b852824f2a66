package concolic

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/near"
)

// orders are the search orders by name.
func orders() []string { return []string{"mixed", "generational", "depth-first"} }

// Parse reads options over the default: order=NAME.
func Parse(options string) (Config, error) {
	c, names := Default(), orders()
	for i, word := range strings.Split(options, ",") {
		key, value, _ := strings.Cut(word, "=")
		switch at := slices.Index(names, value); {
		case key != "order":
			return c, fmt.Errorf("no option %q%s (there is: order=%s)", word, near.Mean(key, []string{"order"}), strings.Join(names, "|"))
		case i > 0:
			return c, fmt.Errorf("option order twice")
		case at < 0:
			return c, fmt.Errorf("no order %q%s (there are: %s)", value, near.Mean(value, names), strings.Join(names, ", "))
		default:
			c.Order = Order(at)
		}
	}
	return c, nil
}
