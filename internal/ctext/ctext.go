// Package ctext reads C text that Tandem writes into programs and harnesses from files, so that no Go string has it.
// The files have sections of text/template, with the delimiters <% and %>:
//
//	<% define "load" -%>
//	static inline <%.Type%> <%.Name%>(tandem_ptr a) {
//	...
//	<% end %>
//
// A package embeds its files, makes one variable of New, and takes the sections by name. Go code builds only the text
// of single expressions and statements.
package ctext

import (
	"io"
	"io/fs"
	"strings"
	"sync"
	"text/template"
)

// Sections are the sections of some files.
type Sections struct{ parsed func() *template.Template }

// New returns the sections of the files *.c of a folder. They are parsed at the first use.
func New(files fs.FS, folder string) Sections {
	return Sections{sync.OnceValue(func() *template.Template {
		return template.Must(template.New("").Delims("<%", "%>").ParseFS(files, folder+"/*.c"))
	})}
}

// Write writes a section with the given parameters to w.
func (s Sections) Write(w io.Writer, section string, parameters any) {
	if err := s.parsed().ExecuteTemplate(w, section, parameters); err != nil {
		panic("ctext: " + err.Error()) // cannot happen: the sections are embedded
	}
}

// Text returns a section with the given parameters.
func (s Sections) Text(section string, parameters any) string {
	var b strings.Builder
	s.Write(&b, section, parameters)
	return b.String()
}
