package cfront

import (
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Wide characters on streams (7.29.3). Text in memory is C text (models/units/wide.c). Text that
// is written to a stream is dropped, and its length is not known: a stream that has had bytes takes
// none of it.

var wideReaders = []string{"getwchar", "getwchar_unlocked", "getwc", "getwc_unlocked", "fgetwc", "fgetwc_unlocked",
	"fgetws", "fgetws_unlocked",
	"ungetwc", "wscanf", "fwscanf", "vwscanf", "vfwscanf", "__isoc99_wscanf", "__isoc99_fwscanf", "__isoc99_vwscanf",
	"__isoc99_vfwscanf",
	"__isoc23_wscanf", "__isoc23_fwscanf", "__isoc23_vwscanf", "__isoc23_vfwscanf"}

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

// wideInput: a stream is one of bytes or of wide characters, as its first use says.
func (f textCalls) wideInput(c *call) value {
	for name := range f.l.mentioned() {
		if narrowReader(name) {
			return f.refuse(c, "the program also reads bytes ("+name+")")
		}
	}
	return f.byModel(c)
}

func narrowReader(name string) bool {
	switch strings.TrimSuffix(name, "_unlocked") {
	case "getchar", "getc", "fgetc", "gets", "fgets", "fread", "getline", "getdelim", "ungetc", "read", "_IO_getc":
		return true
	}
	return strings.HasSuffix(name, "scanf") && !strings.HasSuffix(name, "sscanf") && !strings.HasSuffix(name, "wscanf")
}
