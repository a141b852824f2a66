package cprint

import (
	"bytes"
	"embed"

	"github.com/tandem-verifier/tandem/internal/ctext"
)

//go:embed c/*.c
var cFiles embed.FS

// cSections has the constant C text of printed programs.
var cSections = ctext.New(cFiles, "c")

// writeC writes a section with the given parameters to b.
func writeC(b *bytes.Buffer, section string, parameters any) { cSections.Write(b, section, parameters) }

// cText returns a section with the given parameters.
func cText(section string, parameters any) string { return cSections.Text(section, parameters) }

// exits are the exit statuses of printed programs, as parameters of sections.
var exits = struct {
	Finished, Violated, Blocked, NoInput, Undefined, Memory, Unsupported, Fuel int
}{ExitFinished, ExitViolated, ExitBlocked, ExitNoInput, ExitUndefined, ExitMemory, ExitUnsupported, ExitFuel}
