package witness

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// File is a YAML witness: a sequence of entries.
type File struct{ Entries []Entry }

// The entry types of format 2.0.
const (
	InvariantSet      = "invariant_set"
	ViolationSequence = "violation_sequence"
)

// Entry is one entry. It has Invariants if Type is InvariantSet, and Segments if it is ViolationSequence.
type Entry struct {
	Type       string
	Metadata   Metadata
	Invariants []Invariant
	Segments   []Segment
}

// Metadata describes the producer and the task of an entry.
type Metadata struct {
	FormatVersion string
	UUID          string
	CreationTime  string // ISO 8601 with zone
	Producer      Producer
	Task          TaskInfo
}

// Producer is the tool; only Name and Version are required.
type Producer struct{ Name, Version, Configuration, CommandLine, Description string }

// TaskInfo is the verification task.
type TaskInfo struct {
	InputFiles    []string
	Hashes        map[string]string // by name, as spelled in InputFiles
	Specification string
	DataModel     string // ILP32 or LP64
	Language      string // C
}

// Location is a place in the source. Column counts characters from 1; if it is 0, the place is the leftmost suitable
// one in the line.
type Location struct {
	FileName     string
	Line, Column int
	Function     string // optional
}

// Invariant is an invariant at a location. Type is loop_invariant, location_invariant, or a type of later versions.
type Invariant struct {
	Type     string
	Location Location
	Value    string
	Format   string // c_expression
}

// Segment is a list of waypoints: some to avoid, and a last one to follow.
type Segment struct{ Waypoints []Waypoint }

// Waypoint is a point of a violating execution. Value and Format are its constraint; both are empty if it has none.
type Waypoint struct {
	Type     string // assumption, branching, function_enter, function_return, target
	Action   string // follow, avoid
	Location Location
	Value    string
	Format   string
}

// Encode returns the text of the file. Strings are always quoted: without quotes, the format version 2.0 would be a
// number.
func (f *File) Encode() []byte {
	var b bytes.Buffer
	for _, e := range f.Entries {
		fmt.Fprintf(&b, "- entry_type: %s\n", quote(e.Type))
		e.Metadata.encode(&b)
		b.WriteString(e.content())
	}
	return b.Bytes()
}

// encode writes the metadata.
func (m *Metadata) encode(b *bytes.Buffer) {
	fmt.Fprintf(b, "  metadata:\n    format_version: %s\n    uuid: %s\n    creation_time: %s\n", quote(m.FormatVersion),
		quote(m.UUID), quote(m.CreationTime))
	fmt.Fprintf(b, "    producer:\n      name: %s\n      version: %s\n", quote(m.Producer.Name), quote(m.Producer.Version))
	for _, kv := range [][2]string{{"configuration", m.Producer.Configuration}, {"command_line", m.Producer.CommandLine},
		{"description", m.Producer.Description}} {
		if kv[1] != "" {
			fmt.Fprintf(b, "      %s: %s\n", kv[0], quote(kv[1]))
		}
	}
	b.WriteString("    task:\n      input_files:\n")
	for _, f := range m.Task.InputFiles {
		fmt.Fprintf(b, "        - %s\n", quote(f))
	}
	b.WriteString("      input_file_hashes:\n")
	for _, f := range m.Task.InputFiles {
		fmt.Fprintf(b, "        %s: %s\n", quote(f), quote(m.Task.Hashes[f]))
	}
	fmt.Fprintf(b, "      specification: %s\n      data_model: %s\n      language: %s\n", quote(m.Task.Specification),
		quote(m.Task.DataModel), quote(m.Task.Language))
}

// content returns the text of the content. The uuid depends on it.
func (e *Entry) content() string {
	var b strings.Builder
	if len(e.Invariants)+len(e.Segments) == 0 {
		return "  content: []\n"
	}
	b.WriteString("  content:\n")
	for _, i := range e.Invariants {
		fmt.Fprintf(&b, "    - invariant:\n        type: %s\n", quote(i.Type))
		i.Location.encode(&b, "        ")
		fmt.Fprintf(&b, "        value: %s\n        format: %s\n", quote(i.Value), quote(i.Format))
	}
	for _, s := range e.Segments {
		b.WriteString("    - segment:\n")
		for _, w := range s.Waypoints {
			w.encode(&b)
		}
	}
	return b.String()
}

// encode writes the waypoint as an item of a segment.
func (w *Waypoint) encode(b *strings.Builder) {
	fmt.Fprintf(b, "        - waypoint:\n            type: %s\n            action: %s\n", quote(w.Type), quote(w.Action))
	w.Location.encode(b, "            ")
	if w.Value != "" || w.Format != "" {
		fmt.Fprintf(b, "            constraint:\n              value: %s\n", quote(w.Value))
		if w.Format != "" {
			fmt.Fprintf(b, "              format: %s\n", quote(w.Format))
		}
	}
}

// encode writes the location.
func (l *Location) encode(b *strings.Builder, indent string) {
	fmt.Fprintf(b, "%slocation:\n%s  file_name: %s\n%s  line: %d\n", indent, indent, quote(l.FileName), indent, l.Line)
	if l.Column > 0 {
		fmt.Fprintf(b, "%s  column: %d\n", indent, l.Column)
	}
	if l.Function != "" {
		fmt.Fprintf(b, "%s  function: %s\n", indent, quote(l.Function))
	}
}

// quote returns s as a JSON string, which is a double-quoted YAML scalar, too.
func quote(s string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(strings.ToValidUTF8(s, "\uFFFD")); err != nil {
		return `""` // cannot happen: strings always encode
	}
	return strings.TrimSuffix(b.String(), "\n")
}
