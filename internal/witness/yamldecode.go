package witness

import (
	"slices"
	"strconv"
)

// decoder converts nodes to a File by the schema, and records deviations from the schema.
type decoder struct {
	ps    problems
	lines *lineTable
}

// fields checks that n is a mapping with the required keys and no unknown ones.
func (d *decoder) fields(n *node, what string, required, optional []string) bool {
	if n.kind != "map" {
		d.ps.add("schema", n.line, "%s is a %s, not a mapping", what, n.kind)
		return false
	}
	for _, k := range required {
		if n.fields[k] == nil {
			d.ps.add("schema", n.line, "%s has no %s", what, k)
		}
	}
	for _, k := range n.keys {
		if !slices.Contains(required, k) && !slices.Contains(optional, k) {
			d.ps.add("schema", n.fields[k].line, "%s has an unknown key %s", what, k)
		}
	}
	return true
}

// str returns a string field; "" if there is none. The method fields reports missing fields.
func (d *decoder) str(n *node, key string) string {
	c := n.fields[key]
	if c == nil {
		return ""
	}
	if c.kind != "string" {
		d.ps.add("schema", c.line, "%s is a %s, not a string", key, c.kind)
		return ""
	}
	return c.text
}

// int returns a field that is a positive number; 0 if there is none.
func (d *decoder) int(n *node, key string) int {
	c := n.fields[key]
	if c == nil {
		return 0
	}
	v, err := strconv.ParseInt(c.text, 10, 32)
	if c.kind != "int" || err != nil {
		d.ps.add("schema", c.line, "%s is not a number", key)
		return 0
	}
	if v < 1 {
		d.ps.add("schema", c.line, "%s is %d, less than 1", key, v)
	}
	return int(v)
}

// list returns the items of a list. The parameter what describes the list in messages.
func (d *decoder) list(n *node, what string) []*node {
	if n == nil {
		return nil
	}
	if n.kind != "list" {
		d.ps.add("schema", n.line, "%s is a %s, not a list", what, n.kind)
	}
	return n.items
}

// file decodes a whole witness.
func (d *decoder) file(root *node) *File {
	f := &File{}
	items := d.list(root, "the witness")
	if len(items) == 0 {
		d.ps.add("schema", root.line, "no entry")
	}
	for _, n := range items {
		if !d.fields(n, "entry", []string{"entry_type", "metadata", "content"}, nil) {
			continue
		}
		e := Entry{Type: d.str(n, "entry_type")}
		if m := n.fields["metadata"]; m != nil {
			e.Metadata = d.metadata(m)
		}
		var invs []int
		var ways [][]int
		for _, c := range d.list(n.fields["content"], "content") {
			switch e.Type {
			case InvariantSet:
				if d.fields(c, "content item", []string{"invariant"}, nil) && c.fields["invariant"] != nil {
					invs = append(invs, c.line)
					e.Invariants = append(e.Invariants, d.invariant(c.fields["invariant"]))
				}
			case ViolationSequence:
				if d.fields(c, "content item", []string{"segment"}, []string{"cycle"}) && c.fields["segment"] != nil {
					s, lines := d.segment(c.fields["segment"])
					e.Segments = append(e.Segments, s)
					ways = append(ways, lines)
				}
			}
		}
		if e.Type != InvariantSet && e.Type != ViolationSequence && n.fields["entry_type"] != nil {
			d.ps.add("entry_type", n.line, "unknown entry type %q", e.Type)
		}
		f.Entries = append(f.Entries, e)
		d.lines.entries = append(d.lines.entries, n.line)
		d.lines.invariants = append(d.lines.invariants, invs)
		d.lines.waypoints = append(d.lines.waypoints, ways)
	}
	return f
}

// metadata decodes the metadata of an entry.
func (d *decoder) metadata(n *node) (m Metadata) {
	if !d.fields(n, "metadata", []string{"format_version", "uuid", "creation_time", "producer", "task"}, nil) {
		return m
	}
	if v := n.fields["format_version"]; v != nil && (v.kind == "float" || v.kind == "int") {
		d.ps.add("format_version", v.line, "format version %s is a number: it must be in quotes", v.text)
	} else {
		m.FormatVersion = d.str(n, "format_version")
	}
	m.UUID = d.str(n, "uuid")
	m.CreationTime = d.str(n, "creation_time")
	if p := n.fields["producer"]; p != nil && d.fields(p, "producer", []string{"name", "version"},
		[]string{"configuration", "command_line", "description"}) {
		m.Producer = Producer{d.str(p, "name"), d.str(p, "version"), d.str(p, "configuration"), d.str(p, "command_line"),
			d.str(p, "description")}
	}
	if t := n.fields["task"]; t != nil && d.fields(t, "task", []string{"input_files", "input_file_hashes", "specification",
		"data_model", "language"}, nil) {
		m.Task = TaskInfo{Specification: d.str(t, "specification"), DataModel: d.str(t, "data_model"),
			Language: d.str(t, "language"), Hashes: map[string]string{}}
		for _, f := range d.list(t.fields["input_files"], "input_files") {
			if f.kind != "string" {
				d.ps.add("schema", f.line, "an input file is a %s, not a string", f.kind)
				continue
			}
			m.Task.InputFiles = append(m.Task.InputFiles, f.text)
		}
		if h := t.fields["input_file_hashes"]; h != nil {
			if h.kind != "map" {
				d.ps.add("schema", h.line, "input_file_hashes is a %s, not a mapping", h.kind)
			}
			for _, k := range h.keys {
				m.Task.Hashes[k] = d.str(h, k)
			}
		}
	}
	return m
}

// location decodes a location.
func (d *decoder) location(n *node) (l Location) {
	if n == nil || !d.fields(n, "location", []string{"file_name", "line"}, []string{"column", "function", "file_hash"}) {
		return l
	}
	return Location{d.str(n, "file_name"), d.int(n, "line"), d.int(n, "column"), d.str(n, "function")}
}

// invariant decodes an item of an invariant set.
func (d *decoder) invariant(n *node) (i Invariant) {
	if n.kind == "map" && n.fields["type"] != nil && n.fields["type"].text == "function_contract" {
		if d.fields(n, "invariant", []string{"type", "location", "format"}, []string{"requires", "ensures"}) {
			i = Invariant{d.str(n, "type"), d.location(n.fields["location"]), "requires " + d.str(n, "requires") + " ensures " +
				d.str(n, "ensures"), d.str(n, "format")}
		}
		return i
	}
	if d.fields(n, "invariant", []string{"type", "location", "value", "format"}, nil) {
		i = Invariant{d.str(n, "type"), d.location(n.fields["location"]), d.str(n, "value"), d.str(n, "format")}
	}
	return i
}

// segment decodes a segment. It returns the lines of the waypoints as well.
func (d *decoder) segment(n *node) (s Segment, lines []int) {
	for _, c := range d.list(n, "segment") {
		if !d.fields(c, "segment item", []string{"waypoint"}, nil) || c.fields["waypoint"] == nil {
			continue
		}
		lines = append(lines, c.line)
		s.Waypoints = append(s.Waypoints, d.waypoint(c.fields["waypoint"]))
	}
	return s, lines
}

// waypoint decodes a waypoint.
func (d *decoder) waypoint(n *node) (w Waypoint) {
	if !d.fields(n, "waypoint", []string{"type", "action", "location"}, []string{"constraint", "thread_id"}) {
		return w
	}
	w = Waypoint{Type: d.str(n, "type"), Action: d.str(n, "action"), Location: d.location(n.fields["location"])}
	c := n.fields["constraint"]
	if c == nil || !d.fields(c, "constraint", []string{"value"}, []string{"format"}) {
		return w
	}
	if v := c.fields["value"]; v != nil && (v.kind == "bool" || v.kind == "int") { // branching: value: true
		w.Value = v.text
	} else {
		w.Value = d.str(c, "value")
	}
	w.Format = d.str(c, "format")
	return w
}
