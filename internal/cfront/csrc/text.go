package csrc

import (
	"bytes"
	"sort"
)

// edit replaces del bytes at off of the user's file by ins. Neither the deleted nor the inserted bytes have a newline.
// So lines stay the same, and text.col can compute the original columns.
type edit struct {
	off, del int
	ins      string
}

// text is one of the user's files as cc reads it.
type text struct {
	out   []byte             // the text after the edits
	edits map[int][]lineEdit // by line, in order

	before *text // the text to which the edits were applied, if that was edited itself; else nil
}

// lineEdit is an edit in columns (1-based) of the original line.
type lineEdit struct{ col, del, ins int }

// apply makes the edits, which do not overlap. The original is not changed.
func apply(src []byte, edits []edit) *text {
	if len(edits) == 0 {
		return &text{out: src}
	}
	sort.SliceStable(edits, func(i, j int) bool { return edits[i].off < edits[j].off })
	t := &text{edits: map[int][]lineEdit{}}
	t.out = make([]byte, 0, len(src)+16*len(edits))
	line, lineStart, last := 1, 0, 0
	for _, e := range edits {
		if e.off < last {
			continue // within an earlier edit
		}
		part := src[last:e.off]
		if k := bytes.Count(part, []byte{'\n'}); k > 0 {
			line += k
			lineStart = last + bytes.LastIndexByte(part, '\n') + 1
		}
		t.out = append(t.out, part...)
		t.out = append(t.out, e.ins...)
		if e.del != len(e.ins) {
			t.edits[line] = append(t.edits[line], lineEdit{e.off - lineStart + 1, e.del, len(e.ins)})
		}
		last = e.off + e.del
	}
	t.out = append(t.out, src[last:]...)
	return t
}

// col returns the column of the original for a column that cc reports. Inserted text has the column of the text that it
// replaces or precedes.
func (t *text) col(line, col int) int {
	delta := 0 // columns of out minus columns of the original
	for _, e := range t.edits[line] {
		at := e.col + delta
		if col < at {
			break
		}
		if col < at+e.ins {
			return t.earlier(line, e.col)
		}
		delta += e.ins - e.del
	}
	return t.earlier(line, col-delta)
}

// earlier returns the column of the original for a column of the text to which the edits were applied.
func (t *text) earlier(line, col int) int {
	if t.before == nil {
		return col
	}
	return t.before.col(line, col)
}
