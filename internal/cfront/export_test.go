package cfront

// WithDispatchers lets all calls through pointers that are alike share a dispatcher.
func WithDispatchers(c Config) Config {
	c.sharedAbove = -1
	return c
}
