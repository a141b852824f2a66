// Package models is C source text of library functions. The front end lowers it
// like the user's code where a program calls such a function without a body.
package models

// Source returns the text of one function: complete declarations and one
// definition, to be parsed as a translation unit of its own together with the
// texts of deps.
func Source(name string) (src string, deps []string, ok bool) { return "", nil, false }
