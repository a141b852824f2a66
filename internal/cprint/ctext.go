package cprint

import (
	"bytes"
	"embed"
	"sync"
	"text/template"
)

// C text of printed programs lies in the files of the folder c: sections of text/template, with the delimiters <% and
// %>. Only what is made for one expression or statement of a program is put together in Go.

//go:embed c/*.c
var cFiles embed.FS

var cSections = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Delims("<%", "%>").ParseFS(cFiles, "c/*.c"))
})

// writeC writes a section with the given parameters.
func writeC(b *bytes.Buffer, section string, parameters any) {
	if err := cSections().ExecuteTemplate(b, section, parameters); err != nil {
		panic("cprint: " + err.Error()) // embedded: cannot be
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
