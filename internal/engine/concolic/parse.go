package concolic

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/near"
)

// orders are the search orders by name.
func orders() []string { return []string{"mixed", "generational", "depth-first"} }

// Parse reads options over the default: order=NAME, quiet=on.
func Parse(options string) (Config, error) {
	c, names := Default(), orders()
	seen := map[string]bool{}
	for _, word := range strings.Split(options, ",") {
		key, value, _ := strings.Cut(word, "=")
		again := seen[key]
		seen[key] = true
		switch at := slices.Index(names, value); {
		case key != "order" && key != "quiet":
			return c, fmt.Errorf("no option %q%s (there are: order=%s, quiet=on|off)", word,
				near.Mean(key, []string{"order", "quiet"}), strings.Join(names, "|"))
		case again:
			return c, fmt.Errorf("option %s twice", key)
		case key == "quiet" && value != "on" && value != "off":
			return c, fmt.Errorf("option quiet is on or off, not %q", value)
		case key == "quiet":
			c.Quiet = value == "on"
		case at < 0:
			return c, fmt.Errorf("no order %q%s (there are: %s)", value, near.Mean(value, names), strings.Join(names, ", "))
		default:
			c.Order = Order(at)
		}
	}
	return c, nil
}
