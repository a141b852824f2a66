package cprint

import (
	"bytes"
	"embed"
	"sync"
	"text/template"
)

// The constant C text of printed programs is in the files of the folder c: sections of text/template, with the
// delimiters <% and %>. Go code builds only the text of single expressions and statements.

//go:embed c/*.c
var cFiles embed.FS

// cSections returns the parsed sections.
var cSections = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Delims("<%", "%>").ParseFS(cFiles, "c/*.c"))
})

// writeC writes a section with the given parameters to b.
func writeC(b *bytes.Buffer, section string, parameters any) {
	if err := cSections().ExecuteTemplate(b, section, parameters); err != nil {
		panic("cprint: " + err.Error()) // cannot happen: the sections are embedded
	}
}

// cText returns a section with the given parameters.
func cText(section string, parameters any) string {
	var b bytes.Buffer
	writeC(&b, section, parameters)
	return b.String()
}

// exits are the exit statuses of printed programs, as parameters of sections.
var exits = struct {
	Finished, Violated, Blocked, NoInput, Undefined, Memory, Unsupported, Fuel int
}{ExitFinished, ExitViolated, ExitBlocked, ExitNoInput, ExitUndefined, ExitMemory, ExitUnsupported, ExitFuel}
