package concolic

import "github.com/tandem-verifier/tandem/internal/engine/options"

// Parse reads options over the default: order=mixed|generational|depth-first, quiet=on|off, merge=on|off.
func Parse(text string) (Config, error) {
	c := Default()
	_, err := options.Read(options.Owner{Name: "engine concolic"}, text,
		options.Choice("order", &c.Order, "mixed", "generational", "depth-first"),
		options.Switch("quiet", &c.Quiet), options.Switch("merge", &c.Merge))
	return c, err
}
