package cfront

// WithDispatchers returns c with the setting that all calls through pointers of the same type share a dispatcher.
func WithDispatchers(c Config) Config {
	c.SharedAbove = -1
	return c
}
