package csrc

import (
	"bytes"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Rule 47: #embed becomes a list of numbers, and __has_embed in C23 is replaced by its value.

// maxEmbed bounds the bytes of one #embed, since each becomes an expression of the tree.
const maxEmbed = 1 << 20

// embedding is the file and the parameters of a #embed.
type embedding struct {
	bytes                   []byte // the embedded part of the file
	found                   bool   // the file exists
	prefix, suffix, ifEmpty string // the parameters of these names
}

// embed is rule 47 for the directive whose name is token i. The tokens of its line end before end.
func (r *rewriter) embed(i, end int) {
	e, why := r.embedded(i+1, end)
	if why == "" && !e.found {
		why = "no such file: " + r.text(i+1)
	}
	text := e.text()
	if why != "" { // no error yet, as #if may exclude the line
		text = "#error " + why
	}
	r.replace(i-1, text)
	for k := i; k < end; k++ {
		r.blank(k)
	}
}

// text returns the tokens that replace a #embed.
func (e *embedding) text() string {
	if len(e.bytes) == 0 {
		return e.ifEmpty
	}
	var b strings.Builder
	b.WriteString(e.prefix + " ")
	for k, c := range e.bytes {
		if k > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Itoa(int(c)))
	}
	b.WriteString(" " + e.suffix)
	return b.String()
}

// embedded parses the name of a file and parameters in the tokens i..end-1; why is the reason if they cannot be parsed.
func (r *rewriter) embedded(i, end int) (e embedding, why string) {
	if i >= end || r.toks[i].kind != tStr {
		return e, `#embed needs "FILE" or <FILE>; macros are not supported there`
	}
	limit, offset := -1, 0
	for k := i + 1; k < end; {
		name := bareAttribute(r.text(k))
		if r.is(k+1, ":") && r.is(k+2, ":") {
			name += "::" + bareAttribute(r.text(k+3))
			k += 3
		}
		last := r.match(k + 1)
		if !r.is(k+1, "(") || last < 0 || last >= end {
			return e, "the parameters of #embed are not understood"
		}
		text, _ := r.copied(k+2, last)
		text = strings.TrimSpace(text)
		var bad error
		switch name {
		case "limit":
			limit, bad = embedNumber(text)
		case "gnu::offset", "clang::offset":
			offset, bad = embedNumber(text)
		case "prefix":
			e.prefix = text
		case "suffix":
			e.suffix = text
		case "if_empty":
			e.ifEmpty = text
		default:
			return e, "parameter " + name + " of #embed is not known"
		}
		if bad != nil {
			return e, "#embed: " + text + " is no number that is written out"
		}
		k = last + 1
	}
	data, found := r.embeddedFile(r.text(i))
	if e.found = found; !found {
		return e, ""
	}
	data = data[min(offset, len(data)):]
	if limit >= 0 {
		data = data[:min(limit, len(data))]
	}
	if len(data) > maxEmbed {
		return e, "#embed of more than 1 MB is not supported"
	}
	e.bytes = data
	return e, ""
}

// embedNumber parses an integer constant that is not negative.
func embedNumber(text string) (int, error) {
	n, err := strconv.ParseInt(strings.TrimRight(text, "uUlL"), 0, 32)
	if err == nil && n < 0 {
		err = strconv.ErrRange
	}
	return int(n), err
}

// embeddedFile reads a file from the folders of #embed. name includes its quotes.
func (r *rewriter) embeddedFile(name string) (data []byte, found bool) {
	if len(name) < 3 || r.files == nil {
		return nil, false
	}
	dirs := r.files.cfg.EmbedDirs
	if name[0] == '"' {
		dirs = append([]string{filepath.Dir(r.file)}, dirs...)
	}
	base := name[1 : len(name)-1]
	if filepath.IsAbs(base) {
		dirs = []string{""}
	}
	for _, d := range dirs {
		path := filepath.Join(d, base)
		if data, err := r.files.read(path); err == nil {
			r.files.note(ir.File{Name: path, SHA256: digest(data)})
			return bytes.Clone(data), true
		}
	}
	return nil, false
}

// note adds a file to the used files.
func (f *files) note(file ir.File) {
	for _, u := range f.used {
		if u.Name == file.Name {
			return
		}
	}
	f.used = append(f.used, file)
}

// hasEmbed replaces __has_embed at token i of a directive, whose name is token first and whose tokens end before end.
func (r *rewriter) hasEmbed(i, first, end int) {
	if r.is(i-1, "defined") || r.is(i-1, "(") && r.is(i-2, "defined") || i == first+1 &&
		(r.is(first, "ifdef") || r.is(first, "ifndef")) {
		r.replace(i, "__TANDEM__")
		return
	}
	last := r.match(i + 1)
	if !r.is(i+1, "(") || last < 0 || last >= end {
		return
	}
	value := "0"
	e, why := r.embedded(i+2, last)
	switch {
	case why != "": // a syntax error if the preprocessor evaluates it
		value = "0 __has_embed"
	case e.found:
		if value = "1"; len(e.bytes) == 0 {
			value = "2"
		}
	}
	r.replace(i, value)
	for k := i + 1; k <= last; k++ {
		r.blank(k)
	}
}
