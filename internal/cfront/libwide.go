package cfront

import (
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Wide characters on streams (7.29.3). Functions on wide characters in memory are models in C (models/units/wide.c).
// Wide text that is written to a stream is dropped, and the result of the write is not known, since the write fails if
// bytes were written to the stream before.

// wideReaders are the functions that read wide characters from a stream.
var wideReaders = []string{"getwchar", "getwchar_unlocked", "getwc", "getwc_unlocked", "fgetwc", "fgetwc_unlocked",
	"fgetws", "fgetws_unlocked",
	"ungetwc", "wscanf", "fwscanf", "vwscanf", "vfwscanf", "__isoc99_wscanf", "__isoc99_fwscanf", "__isoc99_vwscanf",
	"__isoc99_vfwscanf",
	"__isoc23_wscanf", "__isoc23_fwscanf", "__isoc23_vwscanf", "__isoc23_vfwscanf"}

// wideHandler returns the handler of a function for wide characters on streams. It returns nil for the names of other
// functions.
func wideHandler(name string) handlerFunc {
	switch name {
	case "fputwc", "putwc", "putwchar", "fputwc_unlocked", "putwc_unlocked", "putwchar_unlocked", "fputws",
		"fputws_unlocked",
		"wprintf", "fwprintf", "vwprintf", "vfwprintf":
		return by(textCalls.wideOutput)
	case "fwide":
		return by(fileCalls.roughResult)
	}
	for _, n := range wideReaders {
		if n == name {
			return by(textCalls.wideInput)
		}
	}
	return nil
}

// wideOutput lowers a write of wide characters. The text is dropped, except that a format with %n stores a length.
func (f textCalls) wideOutput(c *call) value {
	if f.l.remembers() {
		return f.refuse(c, "wide characters on streams on memory are not modelled")
	}
	if i, va, ok := formatArg(c.name); ok && len(c.vals) > i && f.l.library.lengthFormats() {
		var block ir.Expr
		switch {
		case !va:
			block = varArgs(f).vaValue(varArgs(f).variadicBlock(c.vals[i+1:], c), c)
		case len(c.vals) > i+1 && isPtr(c.vals[i+1]):
			block = c.vals[i+1].e
		default:
			return f.callMissing(c)
		}
		f.callUnit("__tandem_wprint", c.vals[i].e, block)
	}
	return fileCalls(f).roughResult(c)
}

// wideInput lowers a read of wide characters by its model. It refuses the call if the program also reads bytes: the
// first use of a stream decides whether all its reads have to be of bytes or of wide characters, and this is not
// modelled.
func (f textCalls) wideInput(c *call) value {
	for name := range f.l.Mentioned() {
		if narrowReader(name) {
			return f.refuse(c, "the program also reads bytes ("+name+")")
		}
	}
	return f.byModel(c)
}

// narrowReader reports whether the named function reads bytes from a stream or descriptor.
func narrowReader(name string) bool {
	switch strings.TrimSuffix(name, "_unlocked") {
	case "getchar", "getc", "fgetc", "gets", "fgets", "fread", "getline", "getdelim", "ungetc", "read", "_IO_getc":
		return true
	}
	return strings.HasSuffix(name, "scanf") && !strings.HasSuffix(name, "sscanf") && !strings.HasSuffix(name, "wscanf")
}
