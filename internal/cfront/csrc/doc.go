// Package csrc reads C: it preprocesses, parses and types one translation unit
// with modernc.org/cc/v4, without a host compiler and without the host's
// headers.
package csrc
